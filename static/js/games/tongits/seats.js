/* What stands at somebody's seat in Tongits: open or not, blocked, answers to a Draw, hands won. */
import { t } from "../../i18n.js";
import { gameOf, severalHands } from "./state.js";

/** @import {View} from "../../../wire.d.ts" */
/** @import {SeatNotes} from "../index.js" */

/** @param {View} view @param {number} seat @returns {SeatNotes} */
export function seat(view, seat) {
  const game = gameOf(view), notes = /** @type {SeatNotes} */ ({ calls: [], words: [], note: "", presses: [], fuse: null });
  if (!game || view.phase !== "playing" || game.phase !== "playing" || game.left.includes(seat)) return notes;
  const open = t(game.open.includes(seat) ? "tongits.open" : "tongits.not_open");
  const won = severalHands(view) ? t("tongits.won", { n: game.totals[seat] ?? 0 }) : "";
  const hitter = view.table.options.hitter_pot === true && game.previous_winner === seat ? t("tongits.hitter.mark") : "";
  const deals = game.dealer === seat ? t("tongits.deals") : "";
  const calls = called(view, seat);
  return {
    ...notes, calls, note: [open, won, hitter].filter(Boolean).join(", "),
    words: [open, ...calls, won, hitter, deals].filter(Boolean),
  };
}

/** Words that stand out. @param {View} view @param {number} seat */
function called(view, seat) {
  const { call, blocked = [] } = gameOf(view) ?? {};
  if (call?.caller === seat) return [t("tongits.mark.draw")];
  if (call?.folded.includes(seat)) return [t("tongits.mark.folded")];
  if (call) return [];
  return blocked.includes(seat) ? [t("tongits.mark.blocked")] : [];
}

/** The word under my own line. @param {View} view */
export function self(view) {
  const words = view.you === null || view.phase !== "playing" ? [] : called(view, view.you);
  return words[0] ? { text: words[0], quiet: !gameOf(view)?.call } : null;
}
