/* Straight to somebody's table: to a seat, or to look on. */
import { ensureMe, link, store } from "../app.js";
import { go, warm } from "../router.js";

/** @import {Friend, FriendAt} from "../../wire.d.ts" */

/** @param {FriendAt} at */
export async function join({ id, code }) {
  warm("table");
  await ensureMe();
  await link.command("sit", { table: id });
  await watch({ id, code });
}

/** Straight from a list of friends: to their table, or them to mine. */
export const friendActs = {
  join: (/** @type {Friend} */ { at }) => at && join(at),
  watch: (/** @type {Friend} */ { at }) => at && watch(at),
  invite: async (/** @type {Friend} */ friend) => (await import("./invite.js")).open(friend),
};

/** @param {Pick<FriendAt, "id" | "code">} at */
export async function watch({ id, code }) {
  store.codes.set(code, id);
  await go(`/t/${code}`);
}
