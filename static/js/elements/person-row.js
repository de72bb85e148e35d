/* Somebody in a list of people, and how a friend is, in words. */
import { ask, button, face, h } from "../dom.js";
import { t } from "../i18n.js";
import { gameName } from "../words.js";

/** @import {Person} from "../../http.d.ts" */
/** @import {Friend} from "../../wire.d.ts" */

/**
 * How a friend is, in words: "waits at Toma 2".
 * @param {Pick<Friend, "state" | "at">} friend
 */
export function presence({ state, at }) {
  if (at) return t(at.phase === "waiting" ? "presence.waiting" : "presence.playing", { game: gameName(at.game) });
  return t(`presence.${state}`);
}

/** What I may do at a friend's table. @param {Friend["at"]} at @returns {"join" | "watch" | null} */
export const tableAct = (at) =>
  at?.phase === "waiting" && at.free ? "join" : at?.phase === "playing" && at.spectators ? "watch" : null;

/** Who can be joined first, who is gone last. @param {Friend} friend */
export const rank = ({ state, at }) => (at ? 0 : ["online", "away", "offline"].indexOf(state) + 1);

/**
 * A button that asks for `name` with {person}: its text is `act.{name}`.
 * @param {Element} from @param {string} name @param {Person} person @param {{main?: boolean, icon?: string}} [how]
 */
export function personAct(from, name, person, how = {}) {
  const text = t(`act.${name}`), spoken = t("act.with", { what: text, name: person.name });
  const more = { cls: "small", "data-key": `${name} ${person.id}`, "aria-label": spoken };
  return button(text, () => ask(from, name, { person }), { ...how, ...more });
}

/**
 * A row; a press on who it is asks for "person" with {person}.
 * @param {Element} from @param {Person} person @param {string} note @param {...(HTMLElement | null)} acts
 */
export function personRow(from, person, note, ...acts) {
  const words = h("span", {}, h("b", { text: person.name }), note ? h("small", { text: note }) : null);
  const who = h("button", { type: "button", class: "who", "data-key": `person ${person.id}`,
    on: { click: () => ask(from, "person", { person }) } }, face(person.avatar), words);
  return h("li", { class: "person" }, who, ...acts);
}

/** A friend: how they are, and what can be done at their table or mine. @param {Element} from @param {Friend} friend */
export function friendRow(from, friend) {
  const does = tableAct(friend.at) ?? (friend.at || friend.state === "offline" ? null : "invite");
  const row = personRow(from, friend, presence(friend),
    does && personAct(from, does, friend, { icon: does === "watch" ? "eye" : undefined }));
  row.dataset.state = friend.at ? "table" : friend.state;
  return row;
}
