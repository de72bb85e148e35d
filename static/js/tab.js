/* The tab's title and picture: ● and a lit lamp while it is my turn. */
import { lookFile } from "./dom.js";
import { t } from "./i18n.js";
import { isMine } from "./table-state.js";
import { gameName } from "./words.js";

/** @import {View} from "../wire.d.ts" */

/** @param {View | null} view of the table shown, null elsewhere */
export function setTitle(view) {
  const mine = view !== null && isMine(view) && !view.held;
  document.title = [
    mine ? `● ${t("title.your_turn")}` : "",
    view ? gameName(view.table.game) : "",
    "Sobremesa",
  ]
    .filter(Boolean)
    .join(" - ");
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
  const file = lookFile(mine ? "favicon-turn.svg" : "favicon.svg");
  if (icon && icon.getAttribute("href") !== file) icon.setAttribute("href", file);
}
