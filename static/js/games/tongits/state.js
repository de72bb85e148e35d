/* Questions about a view of Tongits. Pure. */
import { list, t } from "../../i18n.js";
import { can, isMine, legalOf, others } from "../../table-state.js";
import { cardName } from "../../card-words.js";
import { nameAt, refusal } from "../../words.js";
import { standinText, theirTurn } from "../plain.js";
import { continues, inRow, isFour, isMeld, sameCards } from "./melds.js";

/** @import {Action, TongitsView, View} from "../../../wire.d.ts" */

/** @typedef {Extract<Action, {type: "take_discard"}>} Take */
/** @typedef {Extract<Action, {type: "meld" | "lay_off" | "discard"}>} Lay a way to get rid of cards */

/** The game of a view. @param {View} view */
export const gameOf = (view) => /** @type {TongitsView | null} */ (view.game);

/** Coins of a tenth of the bet: the unit of payments (14.6). @param {View} view */
export const unit = (view) => Math.floor(view.table.bet / 10);

/** Is each loser charged by the table of payments? @param {View} view */
export const byTable = (view) => view.table.options.stake_mode === "payment_table";

/** Is a match several hands? @param {View} view */
export const severalHands = (view) => view.table.options.format === "first_to";

/** May I lay down, lay off and discard now? @param {View} view */
export const amLaying = (view) => isMine(view) && gameOf(view)?.call === null && gameOf(view)?.step === "discard";

/** May I draw now? @param {View} view */
export const amDrawing = (view) => isMine(view) && gameOf(view)?.call === null && gameOf(view)?.step === "draw";

/** The ways to take the discard. @param {View} view @returns {Take[]} */
export const takes = (view) =>
  amDrawing(view) ? legalOf(view).flatMap((action) => (action.type === "take_discard" ? [action] : [])) : [];

/** The one way to take the discard with just these cards. @param {View} view @param {readonly string[]} cards */
export const takeWith = (view, cards) => takes(view).find((action) => sameCards(action.with, cards));

/** Melds on the table that these cards continue, by index. @param {View} view @param {readonly string[]} cards */
export function fitting(view, cards) {
  if (!amLaying(view)) return [];
  return (gameOf(view)?.melds ?? []).flatMap(({ cards: lying, face_down }, index) =>
    lying && !face_down && continues(lying, cards) ? [index] : []);
}

/**
 * What these cards of my hand may be laid as, the likeliest first: a meld, a secret four, part of a lying meld.
 * @param {View} view @param {readonly string[]} cards @returns {Lay[]}
 */
export function lays(view, cards) {
  if (!amLaying(view)) return [];
  const row = inRow(cards);
  return [
    ...(isFour(row) ? [{ type: /** @type {const} */ ("meld"), cards: row, face_down: true }] : []),
    ...(isMeld(row) ? [{ type: /** @type {const} */ ("meld"), cards: row, face_down: false }] : []),
    ...fitting(view, row).map((meld) => ({ type: /** @type {const} */ ("lay_off"), cards: row, meld })),
  ];
}

/** The most of my cards that continue this meld together. @param {View} view @param {number} index @returns {string[]} */
export const fitsFor = (view, index) =>
  legalOf(view).flatMap((action) => (action.type === "lay_off" && action.meld === index ? [action.cards] : []))
    .reduce((/** @type {string[]} */ most, cards) => (cards.length > most.length ? cards : most), []);

/**
 * Groups of my cards that something can be done with: what takes the discard, else melds of the best division of my hand,
 * then what fits on the table and is in no meld of mine.
 * @param {View} view @returns {string[][]}
 */
export function suggestions(view) {
  const game = gameOf(view);
  if (!game?.hand) return [];
  if (amDrawing(view) && takes(view).length) return takes(view).map((action) => action.with);
  const melds = game.best?.melds ?? [], rest = game.best?.rest ?? [];
  if (!amLaying(view)) return melds;
  const fits = game.melds.map((_, index) => fitsFor(view, index).filter((card) => rest.includes(card)));
  return [...melds, ...fits.filter((cards, index) => cards.length && fitting(view, cards).includes(index))];
}

/**
 * The suggestion that follows the chosen cards; after the last one, none.
 * @param {View} view @param {readonly string[]} chosen
 */
export function suggestionAfter(view, chosen) {
  const all = suggestions(view), at = all.findIndex((cards) => sameCards(cards, chosen));
  return all[at + 1] ?? [];
}

/** Why I can't call a Draw now; "" where I can. @param {View} view */
export function whyNoDraw(view) {
  const game = gameOf(view), you = view.you ?? -1;
  if (!game || can(view, "call_draw")) return "";
  if (game.call) return refusal("draw_called");
  if (!game.open.includes(you)) return refusal("not_open");
  if (game.blocked.includes(you)) return refusal("draw_blocked");
  return isMine(view) ? refusal("drew_already") : t("tongits.why.before_drawing");
}

/** Why the discard can't be taken. @param {View} view */
export function whyNoTake(view) {
  const game = gameOf(view);
  if (game?.call) return refusal("draw_called");
  if (!isMine(view)) return refusal("not_your_turn");
  if (game?.step === "discard") return refusal("drew_already");
  return refusal(game?.top ? "take_for_a_meld" : "nothing_to_take");
}

/** Seats in the places of the cloth: whoever follows sits at the right. @param {View} view */
export function places(view) {
  const around = others(view), [right, ...more] = around, left = more.pop();
  return { right: right ?? null, far: more[0] ?? null, left: left ?? null };
}

/** What may be taken from the hitter pot, the antes of this hand included (14.13). @param {View} view */
export const hitterPot = (view) => (gameOf(view)?.pot ?? 0) + unit(view) * view.table.seats;

/** @param {View} view @returns {string} */
export function status(view) {
  const game = gameOf(view);
  if (!game) return "";
  if (game.call) return callStatus(view, game);
  if (!isMine(view)) return theirTurn(view);
  const away = standinText(view);
  if (away) return away;
  if (game.step === "draw") {
    const what = takes(view).length && game.top ? t("tongits.status.or_take", { card: cardName(game.top) }) : "";
    return t(can(view, "call_draw") ? "tongits.status.draw_or_call" : "tongits.status.draw", { what });
  }
  if (game.stock === 0) return t("tongits.status.last_card");
  return t(game.discards === 0 && !game.melds.length && game.dealer === view.you && game.stock === 15
    ? "tongits.status.first" : "tongits.status.lay");
}

/** @param {View} view @param {NonNullable<ReturnType<typeof gameOf>>} game */
function callStatus(view, game) {
  const { caller, waiting, folded } = game.call ?? { caller: -1, waiting: [], folded: [] }, you = view.you ?? -1;
  const name = nameAt(view, caller), missing = list(waiting.map((seat) => nameAt(view, seat)));
  if (game.answered) return t(game.answered === "fold" ? "tongits.status.folded" : "tongits.status.fought");
  if (waiting.includes(you)) return t("tongits.status.answer", { name });
  if (caller === you) return t("tongits.status.called", { names: missing });
  return t(folded.includes(you) ? "tongits.status.forced" : "tongits.status.calls", { name, names: missing });
}
