/* How things look: in the shop, and on whoever wears them. Brings the drawings along. */
import { art, face, h, mark, picture } from "./dom.js";
import { playCard } from "./elements/play-card.js";
import { t } from "./i18n.js";
import { style } from "./router.js";
import { place } from "./sprites.js";

/** @import {Looks} from "../http.d.ts" */

place("companions.svg");
place("faces.svg");
await style("wear");   // nothing is drawn before it: a drawing without its size fills the page

/** The word by which the look knows a frame, a cloth or a back: "brass_frame" is "brass". @param {string} item */
const plain = (item) => item.replace(/_\w+$/, "");

/** @param {string} item */
export const thingName = (item) => t(`thing.${item}`);

/**
 * A thing, drawn. @param {string} item @param {string} slot @param {string} [avatar] whose picture a frame is shown around
 * @returns {Element}
 */
export function thingArt(item, slot, avatar = "pear") {
  if (slot === "avatar") return face(item);
  if (slot === "frame") return framed(face(avatar), item);
  if (slot === "felt") return h("i", { class: "felt", "data-felt": plain(item) });
  if (slot === "back") return h("span", { class: "own-back", "data-back": plain(item) }, playCard("back"));
  return art(item, "");
}

/** @template {Element} E @param {E} shown @param {string | null} item @returns {E} */
function framed(shown, item) {
  mark(shown, "class", item ? `face frame-${plain(item)}` : "face");
  return shown;
}

/**
 * Dresses a picture as its owner is; called again it changes what has changed.
 * @param {Element} pic @param {Looks | null} looks @param {string} avatar the picture without anything from the shop
 */
export function dress(pic, looks, avatar) {
  const shown = pic.querySelector("svg.face"), beside = pic.querySelector("svg.gift");
  if (!shown) return;
  mark(shown.querySelector("use"), "href", picture(looks?.avatar ?? avatar));
  framed(shown, looks?.frame ?? null);
  const companion = looks?.companion ?? null;
  mark(pic, "aria-description", companion && t("looks.beside", { thing: thingName(companion) }));
  if (beside?.getAttribute("data-item") === companion) return;
  beside?.remove();
  if (!companion) return;
  const drawn = art(companion, "gift");
  mark(drawn, "data-item", companion);
  pic.append(drawn);
}

/** Lays my own cloth and backs on a table. @param {Element} table @param {Looks | null} looks */
export function lay(table, looks) {
  mark(table, "data-felt", looks?.felt && plain(looks.felt));
  mark(table, "data-back", looks?.back && plain(looks.back));
}
