/* My seat while I look at something else: whether it is my turn there, and how long it lasts. */
import { link, store } from "../app.js";
import { reading, tick } from "../clock.js";
import { attend } from "../attention.js";
import { t } from "../i18n.js";
import { isMine } from "../table-state.js";
import { setTitle } from "../tab.js";

/**
 * Follows a table until the answer is called; the texts of tables are known.
 * @param {number} id
 * @param {(left: number | null) => void} changed seconds left of my turn; null while it is not
 */
export function follow(id, changed) {
  let was = true;                                         // what is so when I come is no news
  const step = () => {
    const view = store.table(id).view, mine = view !== null && isMine(view) && !view.held;
    if (view && mine && !was) attend("turn", t("title.your_turn"), `/t/${view.table.code}`);
    if (view) was = mine;
    setTitle(mine ? view : null);
    changed(mine && view.clock ? reading(view.clock, store.now()).seconds : null);
  };
  store.expectView(id);
  link.watch(id);
  store.addEventListener("table", step);
  const stop = tick(step);
  return () => {
    stop();
    store.removeEventListener("table", step);
    link.unwatch(id);
    store.forget(id);
    setTitle(null);
  };
}
