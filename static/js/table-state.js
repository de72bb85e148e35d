/* Questions about a view that more than one part of the table asks. Pure: nothing here knows the page. */
import { t } from "./i18n.js";

/** @import {Action, View} from "../wire.d.ts" */
/** @import {GameModule} from "./games/index.js" */
/** @import {Me} from "../http.d.ts" */
/** @import {LinkState} from "./socket.js" */
/** @import {Known} from "./store.js" */

/**
 * @typedef {object} TableState what the parts of the table are shown
 * @property {View} view
 * @property {GameModule} module the game that is played here
 * @property {() => number} now the server's time, ms
 * @property {Set<number> | null} online
 * @property {number} watching
 * @property {number} kept free seats that are kept for invited people
 * @property {boolean} barred all free seats are kept for others than me
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

/**
 * Which free seats are shown as kept: whoever comes takes the first, so it is the last.
 * @param {Pick<TableState, "view" | "kept">} state
 */
export function keptSeats({ view, kept }) {
  const free = view.seats.flatMap((sits, seat) => (sits ? [] : [seat]));
  return free.slice(Math.max(0, free.length - kept));
}

/** Has this seat somebody who still plays? @param {View} view @param {number} seat */
export const isActive = (view, seat) =>
  Boolean(view.seats[seat]) && !view.seats[seat]?.left && !view.game?.left.includes(seat);

/** @param {View} view */
export const amActive = (view) => view.you !== null && isActive(view, view.you);

/** The seats that the table waits for: one in a turn, several where anyone may answer. @param {View} view @returns {number[]} */
export function actors(view) {
  const { game, clock, phase } = view;
  if (phase !== "playing" || !game || game.phase !== "playing") return [];
  return clock ? clock.seats : game.turn === null ? [] : [game.turn];
}

/** The one seat that is to act, null when there is none or several. @param {View} view */
export function acting(view) {
  const [seat, ...more] = actors(view);
  return seat === undefined || more.length ? null : seat;
}

/** @param {View} view */
export const isMine = (view) => view.you !== null && actors(view).includes(view.you);

/** What I may do now. @param {View} view @returns {readonly Action[]} */
export const legalOf = (view) => /** @type {Action[]} */ (view.game?.legal ?? []);

/** My legal action of a kind, if there is one. @param {View} view @param {string} type */
export const can = (view, type) => legalOf(view).find((action) => action.type === type);

/** My legal plays of a card, of any card where none is named. @param {View} view @param {string} [card] */
export const playsOf = (view, card) =>
  legalOf(view).filter((action) => action.type === "play" && (card === undefined || action.card === card));

/** How many turns until mine: 1 = I am next. Null where I have none. @param {View} view */
export function distance(view) {
  const game = /** @type {{direction?: number} | null} */ (view.game), turn = acting(view), n = view.seats.length;
  if (!game || turn === null || view.you === null || !amActive(view)) return null;
  let steps = 0;
  for (let seat = turn; seat !== view.you && steps <= n;) {
    seat = (seat + (game.direction ?? 1) + n) % n;
    if (isActive(view, seat)) steps += 1;
  }
  return steps;
}

/** The line that says what is going on, and what I can do. @param {View} view @param {GameModule} module */
export function statusLine(view, module) {
  const { phase, you, game } = view;
  const free = view.seats.filter((seat) => !seat).length;
  if (phase === "waiting") return free ? t("status.waiting", { n: free }) : t("status.full");
  if (phase === "vote") return t("status.vote");
  if (phase === "salting") return t("status.salting");
  if (phase !== "playing" || !game) return "";
  if (you !== null && !amActive(view)) return t("status.left");
  return module.status(view);
}
