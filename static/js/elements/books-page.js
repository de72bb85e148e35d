/* <books-page>: the books of the house, open to everybody: what was made, what is gone, what is there. Out: "again".
   <books-page>: the books of the house, open to everybody: what was made, what is gone, what is there. Out: "again". */
import { art, h, put, ask, button } from "../dom.js";
import { moment, number, t } from "../i18n.js";

/** @import {Books} from "../../http.d.ts" */

export class BooksPage extends HTMLElement {
  /** @param {Books | null} books @param {boolean} failed */
  show(books, failed) {
    put(
      this,
      h(
        "main",
        { class: "page narrow", id: "main" },
        h(
          "section",
          { class: "panel stack" },
          h("h1", { text: t("books.title") }),
          h("p", { text: t("books.text") }),
          failed
            ? h(
                "div",
                { class: "trouble", role: "alert" },
                h("p", { text: t("books.failed") }),
                button(t("try_again"), () => ask(this, "again")),
              )
            : null,
          books
            ? h(
                "p",
                { class: books.sound ? "row good" : "row bad", role: "status" },
                art("proof"),
                h("b", { text: t(books.sound ? "books.sound" : "books.unsound") }),
              )
            : null,
        ),
        books ? this.sheet(books) : null,
        books
          ? h("p", { class: "soft tiny", text: t("books.checked", { when: moment(books.checked_at) }) })
          : null,
      ),
    );
  }

  /** @param {Books} books */
  sheet(books) {
    const row = (/** @type {string} */ key, /** @type {number} */ value) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, t(`books.${key}`), h("small", { text: t(`books.${key}_text`) })),
        h("td", { class: "r", text: number(value) }),
      );
    return h(
      "section",
      { class: "panel" },
      h(
        "table",
        { class: "sheet books" },
        h(
          "tbody",
          {},
          row("minted", books.minted),
          row("sunk", books.sunk),
          row("held", books.held),
          row("wallets", books.wallets),
          row("escrow", books.escrow),
          row("pots", books.pots),
          row("transfers", books.transfers),
          row("unbalanced", books.unbalanced),
        ),
      ),
    );
  }
}
customElements.define("books-page", BooksPage);
