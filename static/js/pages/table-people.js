/* Whoever's picture is touched at the table shows a card, over the board and never over my hand. */
import { button, h } from "../dom.js";
import { t } from "../i18n.js";
import { store } from "../app.js";
import { askWindow } from "../elements/ask-window.js";

/** @import {TablePage} from "../elements/table-page.js" */

/**
 * @param {TablePage} page
 * @param {number} table
 * @returns {() => void} takes it off
 */
export function cards(page, table) {
  const heard = async (/** @type {Event} */ event) => {
    const { seat } = /** @type {CustomEvent<{seat: number}>} */ (event).detail;
    const { view, seq } = store.table(table), sits = page.state?.view.seats[seat];
    if (!sits || sits.robot) return;
    const plays = Boolean(view && view.you !== null && ["salting", "playing", "pause"].includes(view.phase));
    const { open } = await import("./player-card.js");
    await open(sits.player, { table, seq, plays }, (title, ...children) => {
      const shut = h("div", { class: "row" }, button(t("close"), () => page.shut(), { cls: "small" }));
      page.windows.open(`person ${sits.player.id}`, () => askWindow(title, {}, ...children, shut), true);
    });
  };
  page.addEventListener("person", heard);
  return () => page.removeEventListener("person", heard);
}
