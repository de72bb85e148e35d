/* A page that shows one person: their picture as they wear it, and what they wear. */
import { h, put } from "../dom.js";
import { learn, t } from "../i18n.js";
import { wardrobe } from "../looks.js";
import { style } from "../router.js";

/** @import {Slot} from "../../http.d.ts" */

/** In the order in which they are shown. @type {Slot[]} */
const SLOTS = ["companion", "avatar", "frame", "felt", "back"];

/**
 * Keeps a page dressed; `draw` after the page has drawn itself anew.
 * @param {HTMLElement} page @param {() => {id: number, avatar: string} | null} whom
 */
export function dressed(page, whom) {
  const panel = h("section", { class: "panel stack" });
  const draw = async () => {
    const person = whom();
    if (!person) return;
    wardrobe.want([person.id]);
    const looks = wardrobe.of(person.id), worn = SLOTS.filter((slot) => looks?.[slot]);
    const pic = page.querySelector(".id-card .pic");
    if (!looks || !pic || (!worn.length && !panel.isConnected)) return;
    const [{ dress, thingArt, thingName }] =
      await Promise.all([import("../thing-art.js"), learn("shop"), style("things"), style("card")]);
    dress(pic, looks, person.avatar);
    const row = worn.map((slot) => {
      const item = looks[slot] ?? "";
      return h("li", { class: "worn" }, h("span", { class: "show small" }, thingArt(item, slot, person.avatar)),
        h("span", { class: "tiny", text: thingName(item) }));
    });
    put(panel, h("h2", { text: t("looks.title") }), h("ul", { class: "row" }, ...row));
    panel.hidden = !worn.length;
    if (!panel.isConnected) page.querySelector(".id-card")?.closest("section")?.after(panel);
  };
  wardrobe.addEventListener("looks", draw);
  return { draw, close: () => wardrobe.removeEventListener("looks", draw) };
}
