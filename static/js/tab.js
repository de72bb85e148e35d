/* The tab's title and picture: ● and a lit lamp while it is my turn, the number of news that came while nobody looked. */
import { lookFile } from "./dom.js";
import { number, t } from "./i18n.js";
import { isMine } from "./table-state.js";
import { gameName } from "./words.js";

/** @import {View} from "../wire.d.ts" */

/** @type {View | null} */
let shown = null;
let unseen = 0;

/** @param {View | null} view of the table shown, null elsewhere */
export function setTitle(view) {
  shown = view;
  draw();
}

/** Something came while the page is not in view: the title says how much, until it is looked at. */
export function countNews() {
  unseen += 1;
  draw();
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden || !unseen) return;
  unseen = 0;
  draw();
});

function draw() {
  const mine = shown !== null && isMine(shown) && !shown.held;
  document.title = [
    mine ? `● ${t("title.your_turn")}` : unseen ? `● (${number(unseen)})` : "",
    shown ? gameName(shown.table.game) : "",
    "Sobremesa",
  ]
    .filter(Boolean)
    .join(" - ");
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
  const file = lookFile(mine ? "favicon-turn.svg" : "favicon.svg");
  if (icon && icon.getAttribute("href") !== file) icon.setAttribute("href", file);
}
