/* <friends-page>: the people I know, by what I may do with each.
   Out: "person", "accept", "refuse", "withdraw", "unblock", "join", "watch" with {person}, "invisible" {on}. */
import { art, ask, button, face, h, put } from "../dom.js";
import { moment, t } from "../i18n.js";
import { gameName } from "../words.js";

/** @import {Me, Met, Person} from "../../http.d.ts" */
/** @import {Friend, FriendList} from "../../wire.d.ts" */

/**
 * @typedef {object} FriendsData
 * @property {Me | null} me
 * @property {FriendList | null} people null: not known yet
 * @property {Met[]} met
 * @property {boolean} invisible
 */

/**
 * How a friend is, in words: "waiting at Toma 2".
 * @param {Pick<Friend, "state" | "at">} friend
 */
export function presence({ state, at }) {
  if (at) return t(at.phase === "waiting" ? "presence.waiting" : "presence.playing", { game: gameName(at.game) });
  return t(`presence.${state}`);
}

/** What I may do at a friend's table. @param {Friend["at"]} at @returns {"join" | "watch" | null} */
export const tableAct = (at) =>
  at?.phase === "waiting" && at.free ? "join" : at?.phase === "playing" && at.spectators ? "watch" : null;

/** Who can be joined first, who is gone last; else by name. @param {Friend} friend */
const rank = ({ state, at }) => (at ? 0 : ["online", "away", "offline"].indexOf(state) + 1);

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
    const focused = document.activeElement?.getAttribute("data-key");
    if (!me) put(this.main, stranger());
    else if (!people) put(this.main, h("div", { class: "stack late", role: "status", "aria-label": t("nav.friends") },
      ...[1, 2, 3].map(() => h("i", { class: "wait row-high" }))));
    else put(this.main, h("h1", { text: t("nav.friends") }), h("div", { class: "two" },
      h("div", { class: "stack" }, this.asks(people.asks), this.friends(people.friends), this.asked(people.asked)),
      h("div", { class: "stack" }, this.met(met, people), this.visibility(invisible), this.blocked(people.blocked))));
    if (focused) /** @type {HTMLElement | null} */ (this.main.querySelector(`[data-key="${focused}"]`))?.focus();
  }

  /** @param {Person[]} people */
  asks(people) {
    if (!people.length) return null;
    return section(t("asks.title"), "", people.map((person) => this.row(person, "",
      this.act("accept", person, { main: true }), this.act("refuse", person))));
  }

  /** @param {Friend[]} friends */
  friends(friends) {
    const same = friends.length === this.laid.length && friends.every(({ id }) => this.laid.includes(id));
    if (!same) this.laid = [...friends].sort((a, b) => rank(a) - rank(b)).map(({ id }) => id);
    const rows = this.laid.flatMap((id) => friends.filter((friend) => friend.id === id)).map((friend) => {
      const does = tableAct(friend.at);
      const press = does && this.act(does, friend, { icon: does === "watch" ? "eye" : undefined });
      const row = this.row(friend, presence(friend), press);
      row.dataset.state = friend.at ? "table" : friend.state;
      return row;
    });
    if (rows.length) return section(t("friends.title"), "", rows);
    return h("section", { class: "empty" }, art("sparrow", ""), h("h2", { text: t("friends.none") }),
      h("p", { class: "soft", text: t("friends.none_text") }),
      h("a", { class: "btn", href: "/" }, h("span", { text: t("nav.lobby") })));
  }

  /** @param {Person[]} people */
  asked(people) {
    return people.length ? section(t("asked.title"), "", people.map((person) => this.row(person, "",
      this.act("withdraw", person)))) : null;
  }

  /** @param {Met[]} met @param {FriendList} people */
  met(met, people) {
    const known = new Set([...people.friends, ...people.blocked].map(({ id }) => id));
    const rows = met.filter(({ id }) => !known.has(id)).map((one) =>
      this.row(one, t("met.when", { game: gameName(one.game), when: moment(one.at, { day: "numeric", month: "short" }) })));
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
    const rows = people.map((person) => this.row(person, "", this.act("unblock", person)));
    return section(t("blocked.title"), t("blocked.text"), rows);
  }

  /** @param {string} name @param {Person} person @param {{main?: boolean, icon?: string}} [how] */
  act(name, person, how = {}) {
    const text = t(`act.${name}`);
    return button(text, () => ask(this, name, { person }), { ...how, cls: "small", "data-key": `${name} ${person.id}`,
      "aria-label": t("act.with", { what: text, name: person.name }) });
  }

  /** @param {Person} person @param {string} note @param {...(HTMLElement | null)} acts */
  row(person, note, ...acts) {
    const { id, name, avatar } = person;
    const words = h("span", {}, h("b", { text: name }), note ? h("small", { text: note }) : null);
    const who = h("button", { type: "button", class: "who", "data-key": `person ${id}`,
      on: { click: () => ask(this, "person", { person }) } }, face(avatar), words);
    return h("li", { class: "person" }, who, ...acts);
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
