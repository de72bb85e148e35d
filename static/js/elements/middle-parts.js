/* Parts that the middle of more than one game is made of: stock, discard pile, direction, colour in force. */
import { art, ask, h, keyed, mark, put, say, svg } from "../dom.js";
import { t } from "../i18n.js";
import { capital, colorName } from "../card-words.js";
import { SHAPES } from "../words.js";
import { playCard } from "./play-card.js";

/** @import {Wish} from "../games/index.js" */

/** Two arrows around the piles; `class` "way back" turns them. */
export const arrows = () =>
  svg(
    "svg",
    { class: "way", viewBox: "0 0 200 120", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg(
      "g",
      { "stroke-width": 3, "stroke-linecap": "round" },
      ...[
        "M8 40Q12 4 60 4h80q48 0 52 36",
        "m184 30 8 11 7-12",
        "M192 80q-4 36-52 36H60Q12 116 8 80",
        "m16 90-8-11-7 12",
      ].map((d) => svg("path", { d, "vector-effect": "non-scaling-stroke" })),
    ),
  );

/** The face-down cards: a button. Whatever a press means comes with `dress`. */
export class StockPile {
  constructor() {
    /** @type {Wish | null} */
    this.wish = null;
    this.left = h("span", { class: "count", "aria-hidden": "true" });
    this.node = h(
      "button",
      { type: "button", class: "pile stock", on: { click: () => { if (this.wish) ask(this.node, "wish", this.wish); } } },
      playCard("back"),
      this.left,
    );
  }

  /**
   * @param {number} n how many lie there
   * @param {{wish: Wish | null, live: boolean, label: string}} press `live`: something can be drawn now
   */
  dress(n, { wish, live, label }) {
    this.wish = wish;
    mark(this.node, "aria-disabled", String(!live));
    mark(this.node, "tabindex", live ? "0" : "-1");
    mark(this.node, "aria-label", label);
    mark(this.node, "data-empty", n === 0);
    say(this.left, String(n));
  }
}

/**
 * Fills a `.pile.discard`; each card lies as it fell: its place in the pile decides how.
 * @param {Element} node
 * @param {readonly string[]} pile the top last
 * @param {number} under how many lie below these
 */
export function dressPile(node, pile, under) {
  keyed(
    node,
    pile.map((card, i) => ({ card, at: under + i })),
    ({ card, at }) => `${at}-${card}`,
    ({ card, at }) => {
      const lying = playCard(card);
      lying.style.setProperty("--turn", `${((at * 7) % 19) - 9}deg`);
      lying.style.setProperty("--shift", `${((at * 5) % 13) - 6}%`);
      return lying;
    },
    () => {},
  );
}

/**
 * The chip of the colour or suit in force: shape and name.
 * @param {HTMLElement} node
 * @param {string | null} ink
 * @param {string} [more] a word after it
 */
export function dressInk(node, ink, more = "") {
  node.hidden = !ink;
  const looks = ink ? `${ink} ${colorName(ink)} ${more}` : "";
  if (node.dataset.of === looks || !ink) return;
  node.dataset.of = looks;
  put(
    node,
    h("span", { class: "swatch", "data-ink": ink }, art(SHAPES[ink] ?? "", "")),
    h("span", { class: "away", text: t("table.in_force") }),
    h("span", { text: capital(colorName(ink)) + (more ? `, ${more}` : "") }),
  );
}
