/* At which tables a seat is kept for me, as long as it is: the store has their ids. */
import { invites } from "./api-invite.js";
import { store } from "./app.js";

/** Until when, by table. @type {Map<number, number>} */
let kept = new Map();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let ending;

/** Seats are kept for me at these tables, until then. @param {[table: number, until: number][]} seats */
export function keep(seats) {
  kept = new Map(seats.filter(([, until]) => until > store.now()));
  store.invited = [...kept.keys()];
  store.tell("invited");
  clearTimeout(ending);
  if (kept.size) ending = setTimeout(() => keep([...kept]), Math.max(0, Math.min(...kept.values()) - store.now()) + 50);
}

/** One more seat is kept for me. @param {number} table @param {number} until */
export const keepToo = (table, until) => keep([...kept, [table, until]]);

/** Nothing more is kept for me where I sit. @param {number[]} tables */
export function takeUp(tables) {
  if (tables.some((table) => kept.has(table))) keep([...kept].filter(([table]) => !tables.includes(table)));
}

/** Asks the server. */
export async function askKept() {
  const pending = (await invites.received()).filter(({ state }) => state === "pending");
  keep(pending.map(({ table, until }) => [table, until]));
}
