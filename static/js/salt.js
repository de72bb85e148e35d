/* My part in the shuffle: 32 random bytes for each round, made after the server has promised its own. */
import { hex } from "./ids.js";

/** @import {View} from "../wire.d.ts" */

/**
 * Rounds that have been answered, so that a second update does not send a second salt.
 * @type {Map<string, string>}
 */
const given = new Map();

/**
 * The salt to send for this view, or null where none is asked for. The same round gets the same salt again.
 * @param {View} view
 * @returns {{round: number, salt: string} | null}
 */
export function saltFor(view) {
  const { you, phase, round, table, match } = view;
  if (phase !== "salting" || you === null || !round || round.salted.includes(you)) return null;
  const name = `${table.id}/${match}/${round.number}`;
  const salt = given.get(name) ?? hex(32);
  given.set(name, salt);
  return { round: round.number, salt };
}
