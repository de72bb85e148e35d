/* What stands at somebody's seat in a shedding game: the call, the button to denounce and what is left of its time. */
import { t } from "../../i18n.js";
import { callWord, denouncing, gameOf, wording } from "./state.js";

/** @import {View} from "../../../wire.d.ts" */
/** @import {SeatNotes} from "../index.js" */

/** How long turn actions wait for whoever denounces (ms). */
const HOLD_MS = 2000;

/** @param {View} view @param {number} seat @returns {SeatNotes} */
export function seat(view, seat) {
  const may = denouncing(view, seat), called = gameOf(view)?.announced.includes(seat);
  const calls = called ? [callWord(view)] : [], name = view.seats[seat]?.player.name ?? "";
  const press = {
    label: t(may === "done" ? "act.denounced" : wording(view, "act.denounce")),
    spoken: t(wording(view, "act.denounce_name"), { name }),
    wish: may === "yes" ? { act: /** @type {const} */ ({ type: "denounce", seat }) } : null,
  };
  const until = may === "yes" ? view.hold?.until : undefined;
  return {
    calls, words: calls, note: "", presses: may === "no" ? [] : [press],
    fuse: until === undefined ? null : { from: until - HOLD_MS, until },
  };
}

/** The word under my own line. @param {View} view */
export function self(view) {
  const game = gameOf(view), you = view.you;
  if (!game || you === null) return null;
  if (game.announced.includes(you)) return { text: callWord(view), quiet: false };
  return game.window?.seat === you ? { text: t("status.may_be_denounced"), quiet: true } : null;
}

/** Where a wrong word costs cards, that is said once beforehand. @param {View} view @param {View | null} before */
export function warn(view, before) {
  const open = gameOf(view)?.window;
  if (!open || open.seat === (before && gameOf(before)?.window?.seat) || denouncing(view, open.seat) !== "yes") return null;
  return view.table.game === "toma2" ? { name: "denounce", text: t("once.denounce") } : null;
}
