/* TAKI: runs, debts, the +3 and its window, tournaments. */
import { h } from "../dom.js";
import { can, playsOf } from "../table-state.js";
import { complete } from "./plain.js";
import { TakiMiddle } from "./taki/middle.js";
import { offers } from "./taki/offers.js";
import { TakiProgress } from "./taki/progress.js";
import { result } from "./taki/result.js";
import { seat, self, warn } from "./taki/seats.js";
import { sentences } from "./taki/speech.js";
import { lit, reason, status } from "./taki/state.js";
import { windows } from "./taki/windows.js";

/** @import {Event, View} from "../../wire.d.ts" */

/**
 * One way to lay a card is it; a Change Colour asks for its colour, and a breaker answers a +3 by a word of its own.
 * @param {View} view
 * @param {readonly string[]} cards
 */
function play(view, cards) {
  const card = cards[0] ?? "", breaker = card === "BR" ? can(view, "breaker") : undefined;
  if (breaker) return { act: breaker };
  const [action, ...more] = playsOf(view, card);
  if (!action) return null;
  return more.length ? { ask: `name ${card}` } : { act: action };
}

/** What nobody should miss lies over the board for a moment. @param {readonly Event[]} events @param {View} view */
function flash(events, view) {
  const told = events.filter(({ type }) => ["plus_three_ended", "fined", "stage_entered"].includes(type));
  const lines = told.flatMap((event) => sentences[event.type]?.(event, view) ?? []);
  return lines.length ? h("div", { class: "told", "aria-hidden": "true" }, ...lines.map((text) => h("p", { text }))) : null;
}

export const game = complete({
  styles: ["taki"],
  middle: TakiMiddle,
  extra: TakiProgress,
  status,
  offers,
  hand: ({ view, mine }) => ({
    select: "one", lit: mine ? lit(view) : new Set(), reason: (card) => reason(view, card),
  }),
  play,
  self,
  seat,
  window: windows,
  beside: ["last_card"],
  warn,
  flash,
  sentences,
  sounds: { run_opened: "riffle", plus_three: "tear", plus_three_ended: "clack", fined: "knocks", stage_entered: "glasses" },
  keys: { d: ["accept", "draw"], p: ["pass"], c: ["close"], o: ["leave"], b: ["break"], k: ["king"], l: ["last"] },
  result,
});
