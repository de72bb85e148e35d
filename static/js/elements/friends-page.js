/* <friends-page>: the people I know, by what I may do with each.
   Out: "person", "accept", "refuse", "withdraw", "unblock", "join", "watch", "invite" with {person}, "invisible" {on}. */
import { art, ask, h, put, redraw } from "../dom.js";
import { moment, t } from "../i18n.js";
import { gameName } from "../words.js";
import { friendRow, personAct, personRow, rank } from "./person-row.js";

/** @import {Me, Met, Person} from "../../http.d.ts" */
/** @import {Friend, FriendList} from "../../wire.d.ts" */

/**
 * @typedef {object} FriendsData
 * @property {Me | null} me
 * @property {FriendList | null} people null: not known yet
 * @property {Met[]} met
 * @property {boolean} invisible
 */

/** @type {Intl.DateTimeFormatOptions} */
const DAY = { day: "numeric", month: "short" };

export class FriendsPage extends HTMLElement {
  constructor() {
    super();
    this.main = h("main", { class: "page", id: "main" });
    /** The order of friends, as it was laid: nobody moves under a finger. @type {number[]} */
    this.laid = [];
  }

  connectedCallback() {
    this.append(this.main);
  }

  /** @param {FriendsData} data */
  show({ me, people, met, invisible }) {
    const looks = JSON.stringify([me?.id, people, met, invisible]);
    if (this.dataset.drawn === looks) return;
    this.dataset.drawn = looks;
    redraw(this.main, () => this.draw({ me, people, met, invisible }));
  }

  /** @param {FriendsData} data */
  draw({ me, people, met, invisible }) {
    if (!me) put(this.main, stranger());
    else if (!people) put(this.main, h("div", { class: "stack late", role: "status", "aria-label": t("nav.friends") },
      ...[1, 2, 3].map(() => h("i", { class: "wait row-high" }))));
    else put(this.main, h("h1", { text: t("nav.friends") }), h("div", { class: "two" },
      h("div", { class: "stack" }, this.asks(people.asks), this.friends(people.friends), this.asked(people.asked)),
      h("div", { class: "stack" }, this.met(met, people), this.visibility(invisible), this.blocked(people.blocked))));
  }

  /** @param {Person[]} people */
  asks(people) {
    if (!people.length) return null;
    return section(t("asks.title"), "", people.map((person) => personRow(this, person, "",
      personAct(this, "accept", person, { main: true }), personAct(this, "refuse", person))));
  }

  /** @param {Friend[]} friends */
  friends(friends) {
    const same = friends.length === this.laid.length && friends.every(({ id }) => this.laid.includes(id));
    if (!same) this.laid = [...friends].sort((a, b) => rank(a) - rank(b)).map(({ id }) => id);
    const rows = this.laid.flatMap((id) => friends.filter((friend) => friend.id === id).map((friend) => friendRow(this, friend)));
    if (rows.length) return section(t("friends.title"), "", rows);
    return h("section", { class: "empty" }, art("sparrow", ""), h("h2", { text: t("friends.none") }),
      h("p", { class: "soft", text: t("friends.none_text") }),
      h("a", { class: "btn", href: "/" }, h("span", { text: t("nav.lobby") })));
  }

  /** @param {Person[]} people */
  asked(people) {
    return people.length ? section(t("asked.title"), "", people.map((person) => personRow(this, person, "",
      personAct(this, "withdraw", person)))) : null;
  }

  /** @param {Met[]} met @param {FriendList} people */
  met(met, people) {
    const known = new Set([...people.friends, ...people.blocked].map(({ id }) => id));
    const rows = met.filter(({ id }) => !known.has(id)).map((one) =>
      personRow(this, one, t("met.when", { game: gameName(one.game), when: moment(one.at, DAY) })));
    return rows.length ? section(t("met.title"), "", rows) : null;
  }

  /** @param {boolean} on */
  visibility(on) {
    const box = h("input", { type: "checkbox", checked: on, "data-key": "invisible" });
    box.addEventListener("change", () => ask(this, "invisible", { on: box.checked }));
    return h("section", { class: "panel stack" }, h("label", { class: "tick" }, box, h("span", { text: t("invisible.on") })),
      h("p", { class: "soft tiny", text: t("invisible.text") }));
  }

  /** @param {Person[]} people */
  blocked(people) {
    if (!people.length) return null;
    const rows = people.map((person) => personRow(this, person, "", personAct(this, "unblock", person)));
    return section(t("blocked.title"), t("blocked.text"), rows);
  }
}
customElements.define("friends-page", FriendsPage);

/** @param {string} title @param {string} text @param {HTMLElement[]} rows */
const section = (title, text, rows) =>
  h("section", { class: "panel stack" }, h("h2", { text: title }), text ? h("p", { class: "soft tiny", text }) : null,
    h("ul", { class: "people" }, ...rows));

const stranger = () =>
  h("div", { class: "empty" }, art("sparrow", ""), h("h1", { text: t("nav.friends") }),
    h("p", { class: "soft", text: t("friends.stranger") }),
    h("a", { class: "btn main", href: "/" }, h("span", { text: t("nav.lobby") })));
