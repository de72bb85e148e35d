/* Questions about a view that more than one part of the table asks. Pure: nothing here knows the page. */
import { t } from "./i18n.js";
import { capital, cardName, colorName, nameAt } from "./words.js";

/** @import {Action, SheddingView, View} from "../wire.d.ts" */
/** @import {Me} from "../http.d.ts" */
/** @import {LinkState} from "./socket.js" */
/** @import {Known} from "./store.js" */

/**
 * @typedef {object} TableState what the parts of the table are shown
 * @property {View} view
 * @property {() => number} now the server's time, ms
 * @property {Set<number> | null} online
 * @property {number} watching
 * @property {LinkState} link
 * @property {Me | null} me
 * @property {Known["log"]} log
 * @property {{address: string, token: string | null} | null} invite what leads to a seat here
 * @property {{code: string, left: number} | null} elsewhere a seat of mine that waits at another table
 */

/**
 * The other seats in order of play, beginning with my left neighbour; a spectator sees all. Empty ones are shown only
 * while somebody may still take them.
 * @param {View} view
 */
export function others(view) {
  const n = view.table.seats, first = view.you === null ? 0 : view.you + 1;
  const open = view.phase === "waiting" || view.phase === "vote";
  const around = Array.from({ length: view.you === null ? n : n - 1 }, (_, i) => (first + i) % n);
  return open ? around : around.filter((seat) => view.seats[seat]);
}

/** Has this seat somebody who still plays? @param {View} view @param {number} seat */
export const isActive = (view, seat) =>
  Boolean(view.seats[seat]) && !view.seats[seat]?.left && !view.game?.left.includes(seat);

/** @param {View} view */
export const amActive = (view) => view.you !== null && isActive(view, view.you);

/** The seat that is to act, null when nobody is. @param {View} view */
export function acting(view) {
  const game = view.game;
  if (view.phase !== "playing" || !game || game.phase !== "playing") return null;
  return game.choosing ?? game.turn;
}

/** @param {View} view */
export const isMine = (view) => view.you !== null && acting(view) === view.you;

/**
 * My legal action of a kind, if there is one.
 * @template {Action["type"]} T
 * @param {View} view
 * @param {T} type
 * @returns {Extract<Action, {type: T}> | undefined}
 */
export const can = (view, type) =>
  /** @type {any} */ (view.game?.legal?.find((action) => action.type === type));

/** My legal plays of a card. @param {View} view @param {string} card */
export const playsOf = (view, card) =>
  (view.game?.legal ?? []).filter((action) => action.type === "play" && action.card === card);

/** The cards of my hand that may be played now. @param {View} view @returns {Set<string>} */
export const litCards = (view) =>
  new Set((view.game?.legal ?? []).flatMap((action) => (action.type === "play" ? [action.card] : [])));

/** How many turns until mine: 1 = I am next. Null where I have none. @param {View} view */
export function distance(view) {
  const game = view.game,
    turn = acting(view),
    n = view.table.seats;
  if (!game || turn === null || view.you === null || !amActive(view)) return null;
  let steps = 0;
  for (let seat = turn; seat !== view.you && steps <= n;) {
    seat = (seat + game.direction + n) % n;
    if (isActive(view, seat)) steps += 1;
  }
  return steps;
}

/**
 * May I denounce this seat now? "done" where I have, already.
 * @param {View} view
 * @param {number} seat
 * @returns {"no" | "yes" | "done"}
 */
export function denouncing(view, seat) {
  const open = view.game?.window;
  if (view.phase !== "playing" || !open || open.seat !== seat || seat === view.you || !amActive(view))
    return "no";
  return open.by.includes(view.you ?? -1) ? "done" : "yes";
}

/** The line that says what is going on, and what I can do. @param {View} view */
export function statusLine(view) {
  const { phase, you, game } = view;
  const free = view.seats.filter((seat) => !seat).length;
  if (phase === "waiting") return free ? t("status.waiting", { n: free }) : t("status.full");
  if (phase === "vote") return t("status.vote");
  if (phase === "salting") return t("status.salting");
  if (phase !== "playing" || !game) return "";
  if (you !== null && !amActive(view)) return t("status.left");
  return isMine(view) ? mine(view, game) : theirs(view, game);
}

/** @param {View} view @param {SheddingView} game */
function mine(view, game) {
  if (view.held) return t("status.held");
  if (view.seats[view.you ?? -1]?.standin) return t(view.table.bet ? "status.standin_bet" : "status.standin");
  if (game.choosing === view.you) return t("status.choose");
  if (game.drawn) return t("status.drawn", { card: cardName(game.drawn) });
  const lit = litCards(view).size;
  if (game.penalty > 0) return t(lit ? "status.answer" : "status.take", { n: game.penalty });
  if (lit && can(view, "draw")) return t("status.wild_or_draw");
  if (lit) return t("status.play", { what: topText(game) });
  if (can(view, "pass")) return t("status.pass");
  return t("status.draw");
}

/** @param {View} view @param {SheddingView} game */
function theirs(view, game) {
  const seat = acting(view);
  const name = nameAt(view, seat);
  if (seat === null) return "";
  if (game.choosing !== null) return t("status.chooses", { name });
  const steps = distance(view);
  if (steps === 1) return t("status.next", { name });
  return steps ? t("status.after", { name, n: steps - 1 }) : t("status.plays", { name });
}

/** What a card has to go with: "red or 7". @param {SheddingView} game */
export function topText(game) {
  const ink = game.color;
  const figure = /^[rgby]/.test(game.top) ? game.top.slice(1) : "";
  const what = figure
    ? t("status.figure", {
        what: capital(t(`figure.${figure}`) === `figure.${figure}` ? figure : t(`figure.${figure}`)),
      })
    : "";
  return [ink ? colorName(ink) : "", what].filter(Boolean).join(t("status.or"));
}
