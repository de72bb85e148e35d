/* A table of robots, at the press of a button. */
import { api } from "../api.js";
import { ensureMe, store } from "../app.js";
import { go } from "../router.js";
import { setting } from "../settings.js";

/** @param {string} game */
export async function practise(game) {
  await ensureMe();
  const { code, table } = await api.practice(game, setting("level"));
  store.codes.set(code, table);
  await go(`/t/${code}`);
}
