/* What stands at somebody's seat in TAKI: calls, a call that is owed, the +3 that waits, stage or hands won. */
import { t } from "../../i18n.js";
import { formatOf, gameOf } from "./state.js";

/** @import {TakiView, View} from "../../../wire.d.ts" */
/** @import {SeatNotes} from "../index.js" */

/** How long turn actions wait for a call that is owed (ms). */
const HOLD_MS = 2000;

/** How far a seat has come, in a match that has a way to go. @param {View} view @param {number} seat */
export function progress(view, seat) {
  const game = gameOf(view);
  if (game?.stages) return t("seat.stage", { n: game.stages[seat] ?? 8 });
  const won = game?.totals[seat] ?? 0;
  return formatOf(view) === "first_to" && won ? t("seat.hands_won", { n: won }) : "";
}

/** @param {View} view @param {number} seat @returns {SeatNotes} */
export function seat(view, seat) {
  const game = gameOf(view);
  if (!game) return { calls: [], words: [], note: "", presses: [], fuse: null };
  const owes = game.owes.includes(seat) ? t("seat.owes") : "", far = progress(view, seat);
  const calls = [
    ...(game.announced.includes(seat) ? [t("call.last_card")] : []),
    ...(game.window?.by === seat ? [t("seat.plus_three")] : []),
    ...(game.duty && game.turn === seat ? [t(`seat.duty_${game.duty}`)] : []),
  ];
  return {
    calls, words: [...calls, owes, far].filter(Boolean), note: [owes, far].filter(Boolean).join(", "), presses: [],
    fuse: fuse(view, game, seat),
  };
}

/**
 * What burns down at a seat: the time of its +3, or what is left for its call.
 * @param {View} view
 * @param {TakiView} game
 * @param {number} seat
 */
function fuse(view, game, seat) {
  const { clock, hold } = view;
  if (game.window?.by === seat && clock) return { from: clock.starts, until: clock.deadline };
  return game.owes.includes(seat) && hold ? { from: hold.until - HOLD_MS, until: hold.until } : null;
}

/** The word under my own line. @param {View} view */
export function self(view) {
  const game = gameOf(view), you = view.you;
  if (!game || you === null) return null;
  if (game.announced.includes(you)) return { text: t("call.last_card"), quiet: false };
  return game.owes.includes(you) ? { text: t("seat.owes"), quiet: true } : null;
}

/** What a forgotten call costs is said once, while there is time. @param {View} view @param {View | null} before */
export function warn(view, before) {
  const near = (/** @type {View | null} */ seen) => seen !== null && (gameOf(seen)?.hand?.length ?? 0) === 2;
  return near(view) && !near(before) ? { name: "taki_call", text: t("once.taki_call") } : null;
}
