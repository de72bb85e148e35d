/* Questions about a view of TAKI. Pure. */
import { has, t } from "../../i18n.js";
import { acting, amActive, can, isMine, playsOf } from "../../table-state.js";
import { colorName } from "../../card-words.js";
import { nameAt } from "../../words.js";
import { litCards, reasonOf, standinText, theirTurn } from "../plain.js";

/** @import {TakiView, View} from "../../../wire.d.ts" */

/** Cards that leave colour and figure as they were: what leads lies below them. */
const TRANSPARENT = ["K", "+3", "BR"];

/** @param {View} view */
export const gameOf = (view) => /** @type {TakiView | null} */ (view.game);

/** "single", "first_to" or "tournament". @param {View} view */
export const formatOf = (view) => String(view.table.options.format ?? "single");

/** Hands to win a match of several. @param {View} view */
export const handsToWin = (view) => Number(view.table.options.hands_to_win ?? 3);

/** A number or a symbol as it is said: "7", "skip". @param {string | null} figure */
export function figureName(figure) {
  if (!figure) return "";
  return has(`figure.${figure}`) ? t(`figure.${figure}`) : has(`symbol.${figure}`) ? t(`symbol.${figure}`) : figure;
}

/** What a card has to go with: "red or 7". @param {TakiView} game */
export const leads = ({ color, figure }) =>
  [color ? colorName(color) : "", figureName(figure)].filter(Boolean).join(t("status.or"));

/** The figure that leads where the top card doesn't show it. @param {TakiView} game */
export const hiddenFigure = ({ top, figure }) => (TRANSPARENT.includes(top) ? figureName(figure) : "");

/** Does a +3 wait for my answer? Whatever I hold. @param {View} view */
export const answering = (view) =>
  Boolean(view.phase === "playing" && gameOf(view)?.window && gameOf(view)?.answered === false && !view.held);

/** May I answer the waiting +3 with a King, if I have one? @param {View} view */
export const kingIsMine = (view) => view.you !== null && gameOf(view)?.window?.king === view.you;

/** My cards that may be laid now; a breaker is laid by a word of its own. @param {View} view */
export function lit(view) {
  const cards = litCards(view);
  return can(view, "breaker") ? cards.add("BR") : cards;
}

/** Why a card can't be laid now. @param {View} view @param {string} card */
export function reason(view, card) {
  const game = gameOf(view), code = game?.reasons?.[card], window = game?.window;
  if (card === "K" && window && window.by !== view.you && !kingIsMine(view))
    return window.king === null ? t("refused.king_no_answer") : t("refused.king_not_next", { name: nameAt(view, window.king) });
  if (code === "in_a_run" && game?.open_taki) return t("refused.in_a_run.color", { color: colorName(game.open_taki) });
  if (code === "does_not_fit" && game) return t("refused.does_not_fit.what", { what: leads(game) });
  return reasonOf(view, card);
}

/** The line of my side. @param {View} view */
export function status(view) {
  const game = gameOf(view);
  if (!game) return "";
  if (!isMine(view)) return theirs(view, game);
  if (view.held) return t("status.held_call");
  const away = standinText(view);
  if (away) return away;
  if (game.window) return window(view, game);
  if (game.owes.includes(view.you ?? -1)) return t("status.call_now");
  if (game.run) return run(view, game);
  if (game.duty) return t(`status.duty_${game.duty}`, { what: leads(game) });
  const cards = playsOf(view).length, draw = can(view, "draw");
  if (game.penalty > 0) return t(cards ? "status.answer" : "status.take", { n: game.penalty, what: t("status.answers") });
  if (game.open_taki && cards) return t("status.inherit", { color: colorName(game.open_taki) });
  if (cards) return t(draw ? "status.fit_or_draw" : "status.play", { what: leads(game) });
  return t(draw ? "status.draw" : "status.pass");
}

/** @param {View} view @param {TakiView} game */
function window(view, game) {
  if (game.answered) return t("status.answered");
  return t(kingIsMine(view) ? "status.window_king" : "status.window", { name: nameAt(view, game.window?.by) });
}

/** @param {View} view @param {TakiView} game */
function run(view, game) {
  const color = colorName(game.open_taki ?? ""), acts = ["S", "R", "P", "+2"].includes(game.figure ?? "");
  const more = playsOf(view).some((action) => action.type === "play" && goesOn(game, action.card));
  const key = more ? "status.run" : "status.run_over";
  return acts ? t(`${key}_acts`, { color, what: figureName(game.figure) }) : t(key, { color });
}

/** Does this card go on with the run, and not end it? @param {TakiView} game @param {string} card */
const goesOn = (game, card) => card === "ST" || card[0] === game.open_taki;

/** @param {View} view @param {TakiView} game */
function theirs(view, game) {
  if (game.window) {
    if (game.window.by === view.you) return t("status.my_plus_three");
    return t("status.their_plus_three", { name: nameAt(view, game.window.by) });
  }
  if (amActive(view) && game.owes.includes(view.you ?? -1)) return t("status.call_now");
  const seat = acting(view), name = nameAt(view, seat);
  if (seat === null) return "";
  if (game.run) return t("status.their_run", { name, color: colorName(game.open_taki ?? "") });
  if (game.duty) return t(`status.their_duty_${game.duty}`, { name });
  return theirTurn(view);
}
