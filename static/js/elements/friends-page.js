/* <friends-page>: the people I know, by what I may do with each. Out: "person" {person}, "unblock" {person}. */
import { art, ask, button, face, h, put } from "../dom.js";
import { t } from "../i18n.js";

/** @import {Me, Person} from "../../http.d.ts" */

/**
 * @typedef {object} FriendsData
 * @property {Me | null} me
 * @property {Person[]} blocked
 */

export class FriendsPage extends HTMLElement {
  constructor() {
    super();
    this.main = h("main", { class: "page narrow", id: "main" });
  }

  connectedCallback() {
    this.append(this.main);
  }

  /** @param {FriendsData} data */
  show({ me, blocked }) {
    if (!me) put(this.main, h("div", { class: "empty" }, art("sparrow", ""), h("h1", { text: t("nav.friends") }),
      h("p", { class: "soft", text: t("friends.stranger") }),
      h("a", { class: "btn main", href: "/" }, h("span", { text: t("nav.lobby") }))));
    else put(this.main, h("h1", { text: t("nav.friends") }), this.blocked(blocked));
  }

  /** @param {Person[]} people */
  blocked(people) {
    const rows = people.map((person) =>
      this.row(person, "", button(t("blocked.undo"), () => ask(this, "unblock", { person }), { cls: "small" })));
    return h("section", { class: "panel stack" }, h("h2", { text: t("blocked.title") }),
      h("p", { class: "soft tiny", text: t(people.length ? "blocked.text" : "blocked.none") }), h("ul", {}, ...rows));
  }

  /** @param {Person} person @param {string} note @param {...(HTMLElement | null)} acts */
  row(person, note, ...acts) {
    const { name, avatar } = person;
    return h("li", { class: "person" },
      h("button", { type: "button", class: "who", "aria-label": t("friends.open", { name }),
        on: { click: () => ask(this, "person", { person }) } }, face(avatar), h("b", { text: name })),
      h("span", {}, note ? h("small", { text: note }) : null), ...acts);
  }
}
customElements.define("friends-page", FriendsPage);
