/* Whoever's picture is touched at the table shows a card, over the board and never over my hand. */
import { ask, button, h } from "../dom.js";
import { t } from "../i18n.js";
import { store } from "../app.js";
import { askWindow } from "../elements/ask-window.js";

/** @import {Person} from "../../http.d.ts" */
/** @import {TablePage} from "../elements/table-page.js" */

/**
 * @param {TablePage} page
 * @param {number} table
 * @returns {() => void} takes it off
 */
export function cards(page, table) {
  const heard = async (/** @type {Event} */ event) => {
    const { seat, person } = /** @type {CustomEvent<{seat?: number, person?: Person}>} */ (event).detail;
    const { view, seq } = store.table(table), sits = seat === undefined ? null : page.state?.view.seats[seat];
    const shown = person ?? (sits?.robot ? null : sits?.player);
    event.stopPropagation();
    if (!shown) return;
    const plays = Boolean(view && view.you !== null && ["salting", "playing", "pause"].includes(view.phase));
    const { open } = await import("./player-card.js");
    await open(shown, { table, seq, plays }, person ? undefined : (title, ...children) => {
      const shut = button(t("close"), () => ask(shut, "close")), window = askWindow(title, {}, ...children);
      (window.querySelector(".acts-with") ?? window.appendChild(h("div", { class: "row" }))).append(shut);
      page.windows.open(`person ${shown.id}`, () => window, true);
    });
  };
  page.addEventListener("person", heard);
  return () => page.removeEventListener("person", heard);
}
