/* A table that has not begun shows itself to nobody but those who sit there. What its line in the lobby tells is enough
   to stand at the door: a view made of it, without a seat of one's own, and whether there is one to be had. */

/** @import {Row, SeatView, View} from "../wire.d.ts" */

/**
 * @typedef {object} Door
 * @property {View} view
 * @property {number} kept free seats that are kept for invited people
 * @property {boolean} barred all of them are, for others than me
 */

/** @param {{row: Row, reason: string | null, held?: number}} found @returns {Door} */
export const doorOf = ({ row, reason, held }) =>
  ({ view: doorView(row), kept: row.kept ?? 0, barred: reason === "full" && Boolean(held) });

/**
 * @param {Row} row
 * @returns {View}
 */
function doorView(row) {
  const { id, code, game, options, bet, turn_ms, spectators, since } = row;
  const people = row.players.map((player) => seat({ ...player, guest: false }, false));
  const robots = Array.from({ length: row.robots }, (_, i) =>
    seat({ id: -1 - i, name: "", avatar: "moka", guest: false }, true));
  const free = Math.max(0, row.seats - people.length - robots.length);
  return {
    table: {
      id, code, game, options, seats: row.seats, bet, turn_ms, public: row.public, spectators, host: null, level: null,
      created: since,
    },
    seats: [...people, ...robots, ...Array(free).fill(null)],
    you: null, phase: "waiting", pot: 0, match: null, round: null, clock: null, hold: null, held: null, vote: null, pause: null,
    again: null, settled: null, game: null,
  };
}

/**
 * @param {SeatView["player"]} player
 * @param {boolean} robot
 * @returns {SeatView}
 */
const seat = (player, robot) => ({ player, robot, left: false, standin: false, bank_ms: 0 });
