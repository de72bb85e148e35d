/* The card of a player: who somebody is, and what can be done with them. It opens from a picture at the table and from
   every list of people. */
import { people } from "../api-people.js";
import { ensureMe, once, store, tell } from "../app.js";
import { button, face, h, put } from "../dom.js";
import { learn, moment, t } from "../i18n.js";
import { go, style } from "../router.js";

/** @import {Person, Profile} from "../../http.d.ts" */

/**
 * Where the card was opened: a table and its seq for what is given or reported there; do I play there, is it the profile?
 * @typedef {{table?: number, seq?: number, plays?: boolean, profile?: boolean}} Place
 */
/** Lays a window before the reader. @typedef {(title: string, ...children: Node[]) => void} Lay */

/**
 * @typedef {object} Act a line of the card: its text is `card.{name}`
 * @property {string} name
 * @property {string} icon
 * @property {(known: Profile, place: Place) => boolean} [fits] is it offered? else always
 * @property {(known: Profile, place: Place) => unknown} run what a module does is fetched here, when it is pressed
 */

/** @type {Act[]} */
const ACTS = [
  { name: "profile", icon: "person", fits: (_, at) => !at.plays && !at.profile, run: ({ id }) => go(`/p/${id}`) },
  { name: "block", icon: "ban", fits: ({ blocked }) => !blocked, run: block },
  { name: "unblock", icon: "ban", fits: ({ blocked }) => blocked, run: unblock },
];

/**
 * Opens somebody's card; one's own is the page of one's account, and a robot has none.
 * @param {Person} person @param {Place} [place]
 * @param {Lay} [lay] how the card is laid before the reader: over the board, else as a dialog
 */
export function open(person, place = {}, lay = asDialog) {
  return once("player-card", async () => {
    if (person.id < 0) return;
    if (person.id === store.me?.id) {
      await go("/me");
      return;
    }
    const [known] = await Promise.all([people.one(person.id), learn("people"), style("people"), style("form")]);
    const card = h("div", { class: "player-card stack" });
    put(card, who(known), acts(known, place, card));
    lay(known.name, card);
  });
}

/** @param {Profile} known */
export const who = (known) =>
  h("div", { class: "person" }, face(known.avatar), h("span", {},
    t(known.guest ? "card.guest" : "card.since", { when: moment(known.since, { month: "long", year: "numeric" }) }),
    known.blocked ? h("small", { text: t("card.blocked") }) : null));

/**
 * What can be done with somebody, as buttons.
 * @param {Profile} known @param {Place} place @param {Element} card told "close" when one was pressed
 */
export function acts(known, place, card) {
  const fitting = ACTS.filter(({ fits }) => fits?.(known, place) ?? true);
  return h("div", { class: "acts-with" }, ...fitting.map(({ name, icon, run }) =>
    button(t(`card.${name}`), () => {
      card.dispatchEvent(new CustomEvent("close", { bubbles: true }));
      once(`card ${name}`, async () => { await run(known, place); });
    }, { icon })));
}

/** @type {Lay} */
function asDialog(title, ...children) {
  const shut = button(t("close"), () => dialog.close(), { cls: "small" });
  const head = h("div", { class: "row apart" }, h("h2", { text: title }), shut);
  const body = h("div", { class: "stack" }, head, ...children);
  const dialog = h("dialog", { class: "sheet small", "aria-label": title }, body);
  dialog.addEventListener("close", (event) => (event.target === dialog ? dialog.remove() : dialog.close()));
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {Profile} known */
async function block({ id, name }) {
  await ensureMe();
  await people.block(id);
  store.tell("people");
  tell(t("block.done", { name }));
}

/** @param {Profile} known */
async function unblock({ id, name }) {
  await people.unblock(id);
  store.tell("people");
  tell(t("block.undone", { name }));
}
