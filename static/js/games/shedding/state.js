/* Questions about a view of the shedding games: Toma 2, UNO, Crazy Eights, Mau Mau, Switch. Pure. */
import { has, t } from "../../i18n.js";
import { acting, amActive, can, isMine } from "../../table-state.js";
import { capital, cardName, colorName } from "../../card-words.js";
import { inkOf, isFrench, nameAt } from "../../words.js";
import { litCards, standinText, theirTurn } from "../plain.js";

/** @import {SheddingView, View} from "../../../wire.d.ts" */

/** The rank whose player names a suit. @type {Record<string, string>} */
const WILD = { crazy_eights: "8", mau_mau: "J", switch: "A" };

/** The game of a view. @param {View} view */
export const gameOf = (view) => /** @type {SheddingView | null} */ (view.game);

/** A message of its own for this game where there is one, else that of the family. @param {View} view @param {string} key */
export const wording = (view, key) => (has(`${key}.${view.table.game}`) ? `${key}.${view.table.game}` : key);

/** What is called with one card left: "Last one!", "Mau!". @param {View} view */
export const callWord = (view) => t(wording(view, "call.last_one"));

/** Rank or symbol of a card as it is said: "7", "skip", "queen"; "" for a card without a colour. @param {string} card */
export function figureOf(card) {
  if (!inkOf(card)) return "";
  const what = isFrench(card) ? card.slice(0, -1) : card.slice(1), key = isFrench(card) ? `rank.${what}` : `figure.${what}`;
  return has(key) ? t(key) : what === "T" ? "10" : what;
}

/** What a card has to go with: "red or 7", "hearts". @param {View} view */
export function topText(view) {
  const game = gameOf(view);
  if (!game) return "";
  const wild = isFrench(game.top) && game.top.slice(0, -1) === WILD[view.table.game];
  const figure = wild ? "" : figureOf(game.top), said = isFrench(game.top) ? figure : capital(figure);
  return [game.color ? colorName(game.color) : "", said].filter(Boolean).join(t("status.or"));
}

/** What passes a pending sum on. @param {View} view */
function answerText(view) {
  const top = gameOf(view)?.top ?? "";
  if (view.table.game === "toma2") return `+2${t("status.or")}+4`;
  return top === "W4" ? "+4" : figureOf(top);
}

/**
 * May I denounce this seat now? "done" where I have, already.
 * @param {View} view
 * @param {number} seat
 * @returns {"no" | "yes" | "done"}
 */
export function denouncing(view, seat) {
  const open = gameOf(view)?.window;
  if (view.phase !== "playing" || !open || open.seat !== seat || seat === view.you || !amActive(view)) return "no";
  return open.by.includes(view.you ?? -1) ? "done" : "yes";
}

/** @param {View} view */
export function status(view) {
  const game = gameOf(view);
  if (!game) return "";
  if (!isMine(view)) return theirs(view, game);
  if (view.held) return t("status.held");
  const away = standinText(view);
  if (away) return away;
  if (game.choosing === view.you) return t(wording(view, "status.choose"));
  if (game.challenge) return t("status.doubt");
  if (game.drawn) return t("status.drawn", { card: cardName(game.drawn) });
  const lit = litCards(view).size;
  if (game.penalty > 0) return t(lit ? "status.answer" : "status.take", { n: game.penalty, what: answerText(view) });
  const what = topText(view);
  if (lit && can(view, "draw")) return t(onlyWilds(view) ? "status.wild_or_draw" : "status.play_or_draw", { what });
  if (lit) return t("status.play", { what });
  return t(can(view, "pass") ? "status.pass" : "status.draw");
}

/** Is a card without a colour all that fits? @param {View} view */
const onlyWilds = (view) => [...litCards(view)].every((card) => !inkOf(card));

/** @param {View} view @param {SheddingView} game */
function theirs(view, game) {
  const name = nameAt(view, acting(view));
  if (game.choosing !== null) return t(game.named === "suit" ? "status.chooses_suit" : "status.chooses", { name });
  if (game.challenge) return t("status.doubts", { name, by: nameAt(view, game.challenge.by) });
  return theirTurn(view);
}
