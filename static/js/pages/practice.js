/* A table of robots, at the press of a button. */
import { api } from "../api.js";
import { ensureMe, store } from "../app.js";
import { go } from "../router.js";

/** @param {string} game */
export async function practise(game) {
  await ensureMe();
  const { code, table } = await api.practice(game);
  store.codes.set(code, table);
  await go(`/t/${code}`);
}
