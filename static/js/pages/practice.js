/* A table of robots, at the press of a button. */
import { api } from "../api.js";
import { ensureMe } from "../app.js";
import { go } from "../router.js";

/** @param {string} game */
export async function practise(game) {
  await ensureMe();
  const { code } = await api.practice(game);
  await go(`/t/${code}`);
}
