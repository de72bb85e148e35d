/* A meld on the table: a button, framed where the chosen cards fit. */
import { ask, h, keyed, mark, put } from "../../dom.js";
import { t } from "../../i18n.js";
import { cardNames } from "../../card-words.js";
import { playCard } from "../../elements/play-card.js";
import { nameAt, refusal } from "../../words.js";
import { isMine } from "../../table-state.js";
import { meldTitle } from "./melds.js";
import { amLaying, fitsFor, fitting, gameOf } from "./state.js";

/** @import {MeldView, View} from "../../../wire.d.ts" */
/** @import {Wish} from "../index.js" */

/** @typedef {{index: number, meld: MeldView}} Lying */

/**
 * What a press on a meld means.
 * @param {View} view @param {Lying} lying @param {readonly string[]} chosen @returns {Wish}
 */
export function press(view, { index, meld }, chosen) {
  if (meld.face_down) return { why: refusal("meld_is_closed") };
  if (fitting(view, chosen).includes(index)) return { act: { type: "lay_off", cards: [...chosen], meld: index } };
  if (!isMine(view)) return { why: refusal("not_your_turn") };
  if (!amLaying(view)) return { why: refusal(gameOf(view)?.call ? "draw_called" : "draw_a_card") };
  if (chosen.length) return { why: refusal("does_not_fit_meld") };
  const fits = fitsFor(view, index);
  return fits.length ? { choose: fits } : { why: t("tongits.why.nothing_fits") };
}

/** How a meld is read. @param {View} view @param {Lying} lying @param {readonly string[]} chosen @param {boolean} fits */
function spoken(view, { meld }, chosen, fits) {
  const whose = meld.owner === view.you ? t("tongits.yours") : t("tongits.of", { name: nameAt(view, meld.owner) });
  const what = meld.cards ? meldTitle(meld.cards) : t("tongits.four_hidden");
  const down = meld.cards && meld.face_down ? t("tongits.lies_hidden") : "";
  return [what, whose, down, fits ? t("tongits.fits", { cards: cardNames([...chosen]) }) : ""].filter(Boolean).join(", ");
}

/**
 * Draws somebody's melds into a box.
 * @param {Element} box @param {View} view @param {number | null} owner @param {readonly string[]} chosen
 * @returns {number} how many there are
 */
export function showMelds(box, view, owner, chosen) {
  const all = (gameOf(view)?.melds ?? []).map((meld, index) => ({ index, meld }));
  const melds = all.filter(({ meld }) => meld.owner === owner);
  const fits = chosen.length ? fitting(view, chosen) : [];
  keyed(box, melds, ({ index }) => `meld ${index}`, build, (node, lying) => {
    const { meld, index } = lying, framed = fits.includes(index);
    wishes.set(node, press(view, lying, chosen));
    mark(node, "class", framed ? "meld new" : "meld");
    mark(node, "data-hidden", meld.face_down);
    mark(node, "aria-label", spoken(view, lying, chosen, framed));
    node.style.setProperty("--gaps", String(Math.max(2, meld.size - 1)));
    const cards = meld.cards ?? Array.from({ length: meld.size }, () => "back"), looks = cards.join(" ");
    if (node.dataset.of === looks) return;
    node.dataset.of = looks;
    put(node, ...cards.map((card, at) => dressed(view, meld, card, at)));
  });
  return melds.length;
}

/** @type {WeakMap<HTMLElement, Wish>} */
const wishes = new WeakMap();

/** @param {Lying} lying */
function build({ index }) {
  const node = h("button", {
    type: "button", "data-drop": `meld ${index}`, on: { click: () => ask(node, "wish", wishes.get(node)) },
  });
  return node;
}

/**
 * A card that somebody else laid off lies a little lower.
 * @param {View} view @param {MeldView} meld @param {string} card @param {number} at
 */
function dressed(view, meld, card, at) {
  const node = playCard(card), by = meld.by[at];
  if (by === undefined || by === meld.owner) return node;
  mark(node, "data-by", by);
  mark(node, "title", by === view.you ? t("tongits.laid_by.you") : t("tongits.laid_by", { name: nameAt(view, by) }));
  return node;
}
