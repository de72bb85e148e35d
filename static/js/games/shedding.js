/* The shedding games: Toma 2, UNO, Crazy Eights, Mau Mau, Switch. */
import { h } from "../dom.js";
import { playCard } from "../elements/play-card.js";
import { has, t } from "../i18n.js";
import { playsOf } from "../table-state.js";
import { nameAt } from "../words.js";
import { complete, litCards, reasonOf } from "./plain.js";
import { SheddingMiddle } from "./shedding/middle.js";
import { offers } from "./shedding/offers.js";
import { result } from "./shedding/result.js";
import { seat, self, warn } from "./shedding/seats.js";
import { sentences } from "./shedding/speech.js";
import { gameOf, status } from "./shedding/state.js";
import { windows } from "./shedding/windows.js";

/** @import {Event, View} from "../../wire.d.ts" */

/** Why a card does not fit; suits are called suits. @param {View} view @param {string} card */
function reason(view, card) {
  const code = gameOf(view)?.reasons?.[card] ?? "", suited = `refused.${code}.suit`;
  return gameOf(view)?.named === "suit" && has(suited) ? t(suited) : reasonOf(view, card);
}

/**
 * One way to lay a card is it; where there are several, a colour is to be named.
 * @param {View} view
 * @param {readonly string[]} cards
 */
function play(view, cards) {
  const card = cards[0] ?? "", [action, ...more] = playsOf(view, card);
  if (!action) return null;
  return more.length ? { ask: `name ${card}` } : { act: action };
}

/** The cards that were drawn for the deal. @param {readonly Event[]} events @param {View} view */
function flash(events, view) {
  const drawn = events.find((event) => event.type === "dealer_drawn");
  const last = /** @type {[number, string][]} */ (drawn?.draws?.at(-1) ?? []);
  if (!last.length) return null;
  const who = (/** @type {number} */ seat) => h("span", { text: seat === view.you ? t("you") : nameAt(view, seat) });
  const items = last.map(([seat, card]) => h("li", {}, playCard(card), who(seat)));
  return h("div", { class: "drawn-for-deal", "aria-hidden": "true" }, h("p", { text: t("deal.drawn") }), h("ol", {}, ...items));
}

export const game = complete({
  styles: ["shedding"],
  middle: SheddingMiddle,
  status,
  offers,
  hand: ({ view, mine }) => ({
    select: "one", lit: mine ? litCards(view) : new Set(), reason: (card) => reason(view, card),
  }),
  play,
  self,
  seat,
  window: windows,
  warn,
  flash,
  anew: ["hands_shuffled"],
  sentences,
  sounds: { challenged: "knocks", hands_shuffled: "riffle", dealer_drawn: "riffle" },
  keys: { d: ["keep", "draw"], l: ["last"] },
  result,
});
