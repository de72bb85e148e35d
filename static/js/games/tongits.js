/* Tongits: melds before their owners, discards taken for a meld, lay-offs, a Draw that is called and answered. */
import { h } from "../dom.js";
import { compare } from "../hand-order.js";
import { t } from "../i18n.js";
import { fly } from "../motion.js";
import { nameAt } from "../words.js";
import { complete } from "./plain.js";
import { TongitsMiddle } from "./tongits/middle.js";
import { offers, play } from "./tongits/offers.js";
import { OwnMelds } from "./tongits/own-melds.js";
import { result } from "./tongits/result.js";
import { seat, self } from "./tongits/seats.js";
import { sentences } from "./tongits/speech.js";
import { gameOf, status } from "./tongits/state.js";
import { windows } from "./tongits/windows.js";

/** @import {Event, View} from "../../wire.d.ts" */
/** @import {Held} from "../hand-order.js" */
/** @import {Places, Step} from "../motion.js" */

/** How long a card of a meld waits for the one before it (ms). */
const MELD_GAP = 60;
/** How long a discard is on its way to whoever takes it, before the meld is laid (ms). */
const TAKE = 220;

/**
 * Melds together, in front; all else by suit or by rank.
 * @param {readonly Held[]} items @param {string} order @param {View | null} view
 */
export function sort(items, order, view) {
  const melds = (view && gameOf(view)?.best?.melds) ?? [], melded = melds.flat();
  const held = new Map(items.map((item) => [item.card, item]));
  const rest = items.filter((item) => !melded.includes(item.card)).sort(compare(order === "figure" ? "rank" : "colour"));
  return [...melded.flatMap((card) => held.get(card) ?? []), ...rest];
}

/** Both answers to a Draw, shown together. @param {readonly Event[]} events @param {View} view */
function flash(events, view) {
  const answers = events.filter(({ type, forced }) => type === "challenged_draw" || (type === "folded" && !forced));
  if (!answers.length) return null;
  const items = answers.map(({ type, seat }) => h("li", { "data-answer": type },
    h("b", { text: seat === view.you ? t("you") : nameAt(view, seat) }),
    h("span", { text: t(type === "folded" ? "tongits.mark.folded" : "tongits.mark.fights") })));
  return h("div", { class: "answers", "aria-hidden": "true" }, h("ul", {}, ...items));
}

/**
 * Cards go from my hand, or from a seat, to a place.
 * @param {readonly string[]} cards @param {Event} event @param {View} view @param {Places} places
 * @param {(i: number) => HTMLElement | null} to @param {number} after
 */
function lay(cards, { seat }, view, places, to, after) {
  cards.forEach((card, i) => {
    const place = to(i), from = (seat === view.you ? places.held(card) : null) ?? places.seat(seat)?.getBoundingClientRect();
    if (place && from) fly(card, from, place, { after: after + i * MELD_GAP, lands: true });
  });
  return after + (cards.length - 1) * MELD_GAP;
}

/**
 * A card of a meld that lies on the table.
 * @param {Places} places @param {number} index @param {string} card @param {number} at
 */
function cardOf(places, index, card, at) {
  const meld = places.part(`meld ${index}`);
  const shown = card === "back" ? null : meld?.querySelector(`[card="${card}"]`);
  return /** @type {HTMLElement | null} */ (shown ?? meld?.children[at] ?? null);
}

/** @type {Record<string, Step>} */
const moves = {
  discarded: (event, view, places, after) => lay([event.card], event, view, places, places.top, after),
  laid_off: (event, view, places, after) =>
    lay(event.cards, event, view, places, (i) => cardOf(places, event.meld, event.cards[i], i), after),
  melded: (event, view, places, after) => {
    const cards = /** @type {string[]} */ (event.cards ?? Array.from({ length: event.size }, () => "back"));
    const index = (gameOf(view)?.melds ?? []).findLastIndex((meld) =>
      meld.owner === event.seat && (!event.cards || meld.cards?.includes(event.cards[0])));
    return lay(cards, event, view, places, (i) => cardOf(places, index, cards[i] ?? "", i), after);
  },
  took_discard: (event, _view, places, after) => {
    const from = places.part("discard")?.getBoundingClientRect(), to = places.seat(event.seat);
    if (from && to) fly(event.card, from, to, { after });
    return after + TAKE;
  },
};

export const game = complete({
  styles: ["melds", "tongits"],
  middle: TongitsMiddle,
  extra: OwnMelds,
  rightward: true,
  status,
  offers,
  hand: () => ({ select: "many", lit: null, reason: () => "" }),
  orders: ["suit", "figure"],
  sort,
  play,
  self,
  seat,
  window: windows,
  flash,
  sentences,
  moves,
  sounds: {
    discarded: "card", melded: "slide", laid_off: "card", took_discard: "card",
    draw_called: "knocks", challenged_draw: "knock",
  },
  keys: { d: ["draw"], t: ["take"], m: ["lay"], x: ["discard"], c: ["call"], h: ["suggest"] },
  result,
});
