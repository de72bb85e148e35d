/* Straight to somebody's table: to a seat, or to look on. */
import { ensureMe, link, store } from "../app.js";
import { go, warm } from "../router.js";

/** @import {FriendAt} from "../../wire.d.ts" */

/** @param {FriendAt} at */
export async function join({ id, code }) {
  warm("table");
  await ensureMe();
  await link.command("sit", { table: id });
  await watch({ id, code });
}

/** @param {Pick<FriendAt, "id" | "code">} at */
export async function watch({ id, code }) {
  store.codes.set(code, id);
  await go(`/t/${code}`);
}
