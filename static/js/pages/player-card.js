/* The card of a player: who somebody is, and what can be done with them. It opens from a picture at the table and from
   every list of people. */
import { people } from "../api-people.js";
import { ensureMe, games, once, store, tell } from "../app.js";
import { toMe } from "../circle.js";
import { button, face, h, put } from "../dom.js";
import { learn, moment, t } from "../i18n.js";
import { isMuted, mute } from "../mutes.js";
import { go, style } from "../router.js";
import { presence, tableAct } from "../elements/person-row.js";
import { join, watch } from "./join.js";

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
 * @property {(known: Profile, place: Place, lay?: Lay) => unknown} run what a module does is fetched here, when it is pressed
 */

/** @param {Profile} known @param {"join" | "watch"} what @param {Place} place */
const table = (known, what, place) => {
  const { at } = toMe(known);
  return tableAct(at) === what && at?.id !== place.table && !place.plays;
};

/** May I ask them to where I wait, if I wait anywhere: am I its host, and are they elsewhere? @param {Profile} known */
function hasRoom({ id }) {
  const here = store.seated.find(({ phase }) => phase === "waiting"), view = here && store.table(here.id).view;
  return !view || (view.table.host === view.you && !view.seats.some((seat) => seat?.player.id === id));
}

/** @param {Profile["relation"]} wanted @returns {(known: Profile) => boolean} */
const is = (wanted) => ({ relation }) => relation === wanted;

/** @type {Act[]} */
const ACTS = [
  { name: "join", icon: "table", fits: (known, at) => table(known, "join", at), run: ({ at }) => at && join(at) },
  { name: "watch", icon: "eye", fits: (known, at) => table(known, "watch", at), run: ({ at }) => at && watch(at) },
  { name: "accept", icon: "people", fits: is("asks"), run: (known) => relate(known, "accept") },
  { name: "refuse", icon: "people", fits: is("asks"), run: (known) => relate(known, "drop", "refuse") },
  { name: "add", icon: "people", fits: (known) => is("none")(known) && !known.blocked, run: (known) => relate(known, "ask") },
  { name: "give", icon: "gift", fits: ({ blocked }) => !blocked, run: (known, _, lay) => give(known, lay) },
  { name: "profile", icon: "person", fits: (_, at) => !at.plays && !at.profile, run: ({ id }) => go(`/p/${id}`) },
  { name: "invite", icon: "table", fits: (known, at) => known.invitable && !at.plays && hasRoom(known), run: invite },
  { name: "withdraw", icon: "people", fits: is("asked"), run: (known) => relate(known, "drop", "withdraw") },
  { name: "remove", icon: "people", fits: is("friends"), run: (known) => relate(known, "drop", "remove") },
  { name: "mute", icon: "mute", fits: ({ id }, at) => at.table !== undefined && !isMuted(id), run: (known) => hush(known, true) },
  { name: "unmute", icon: "sound", fits: ({ id }) => isMuted(id), run: (known) => hush(known, false) },
  { name: "block", icon: "ban", fits: ({ blocked }) => !blocked, run: (known) => relate(known, "block") },
  { name: "unblock", icon: "ban", fits: ({ blocked }) => blocked, run: (known) => relate(known, "unblock") },
  { name: "report", icon: "flag", run: async (known, place) => (await import("./report.js")).open(known, place) },
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
    const parts = [learn("people"), style("people"), style("form"), games().catch(() => {})];
    const [known] = await Promise.all([people.one(person.id), ...parts]);
    const card = h("div", { class: "player-card stack" });
    put(card, who(known), acts(known, place, card, lay));
    lay(known.name, card);
  });
}

/** Since when somebody is here, in words. @param {Profile} known */
export const since = (known) =>
  t(known.guest ? "card.guest" : "card.since", { when: moment(known.since, { month: "long", year: "numeric" }) });

/** What somebody is to me, and how a friend is; "" for a stranger. @param {Profile} known */
export const bond = (known) =>
  known.blocked ? t("card.blocked") : known.state ? presence({ state: known.state, at: known.at })
    : known.relation === "asked" ? t("card.asked") : known.relation === "asks" ? t("card.asks") : "";

/** @param {Profile} known */
function who(known) {
  const words = [since(known), known.matches ? t("card.level", { n: known.level }) : ""].filter(Boolean).join(", ");
  const told = bond(known);
  return h("div", { class: "person" }, face(known.avatar), h("span", {}, words, told ? h("small", { text: told }) : null));
}

/**
 * What can be done with somebody, as buttons.
 * @param {Profile} known @param {Place} place @param {Element} card told "close" when one was pressed
 * @param {Lay} [lay] how what follows is laid before the reader
 */
export function acts(known, place, card, lay) {
  const fitting = ACTS.filter(({ fits }) => fits?.(known, place) ?? true);
  return h("div", { class: "acts-with" }, ...fitting.map(({ name, icon, run }) =>
    button(t(`card.${name}`), () => {
      card.dispatchEvent(new CustomEvent("close", { bubbles: true }));
      once(`card ${name}`, async () => { await run(known, place, lay); });
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

/** @param {Profile} known @param {Lay} [lay] */
async function give(known, lay) {
  const { open } = await import("./give.js");
  await open(known, {}, lay);
}

/** @param {Profile} known */
async function invite(known) {
  const { open } = await import("./invite.js");
  await open(known);
}

/**
 * Changes what we are to each other, and says so: `done.{what}`.
 * @param {Profile} known @param {"ask" | "accept" | "drop" | "block" | "unblock"} step @param {string} [what]
 */
async function relate({ id, name }, step, what = step) {
  await ensureMe();
  await people[step](id);
  store.tell("people");
  tell(t(`done.${what}`, { name }));
}

/** Their talk, on this device. @param {Profile} known @param {boolean} on */
function hush({ id, name }, on) {
  mute(id, on);
  tell(t(on ? "mute.done" : "mute.undone", { name }));
}
