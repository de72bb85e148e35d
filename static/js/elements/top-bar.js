/* <top-bar>: brand, purse, the pages. Out: "sign-in". */
import { art, ask, button, h, put, redraw } from "../dom.js";
import { number, t } from "../i18n.js";

/** @import {Me} from "../../http.d.ts" */

/** @type {[string, string, string][]} page and its text, address, picture */
const TABS = [
  ["lobby", "/", "table"],
  ["friends", "/friends", "people"],
  ["shop", "/shop", "bag"],
  ["account", "/me", "person"],
];

export class TopBar extends HTMLElement {
  /** Room for what comes later: presents, the bell. */
  tools = h("div", { class: "tools" });

  /** @param {Me | null} me @param {boolean} known has it been asked yet who I am? @param {string} page */
  show(me, known, page) {
    this.hidden = page === "table";
    const tabs = TABS.map(([name, href, icon]) =>
      h("a", { href, "aria-current": name === page ? "page" : null }, art(icon), h("span", { text: t(`nav.${name}`) })));
    redraw(this, () => put(
      this,
      h("header", { class: "bar" },
        h("a", { class: "brand", href: "/" }, art("lamp", ""), h("span", { text: "Sobremesa" })),
        me ? h("a", { class: "coins purse", href: "/me", title: t("purse") },
          art("coin", ""), h("span", { class: "away", text: t("purse") }), number(me.coins)) : null,
        this.tools,
        me || !known ? null : button(t("nav.sign_in"), () => ask(this, "sign-in"), { cls: "small" }),
        h("nav", { class: "tabs", "aria-label": t("nav.pages") }, ...tabs)),
    ));
  }
}
customElements.define("top-bar", TopBar);
