/* <tongits-middle>: stock and discards, and what the others have laid down, each before its owner. */
import { art, ask, h, mark, put } from "../../dom.js";
import { dressPile, StockPile } from "../../elements/middle-parts.js";
import { number, t } from "../../i18n.js";
import { can } from "../../table-state.js";
import { cardName } from "../../card-words.js";
import { nameAt, refusal } from "../../words.js";
import { takeWish } from "./offers.js";
import { amDrawing, amLaying, gameOf, hitterPot, places, takes, whyNoTake } from "./state.js";
import { showMelds } from "./table-meld.js";

/** @import {TongitsView, View} from "../../../wire.d.ts" */
/** @import {TableState} from "../../table-state.js" */
/** @import {Wish} from "../index.js" */

/** How many discards lie open; the others are under them. */
const SHOWN = 3;

export class TongitsMiddle extends HTMLElement {
  constructor() {
    super();
    this.drawing = new StockPile();
    /** @type {Wish | null} */
    this.wish = null;
    this.discard = h("button", {
      type: "button", class: "pile discard", "data-drop": "discard",
      on: { click: () => { if (this.wish) ask(this, "wish", this.wish); } },
    });
    this.lying = h("span", { class: "cards" });
    this.discard.append(this.lying);
    this.pot = h("p", { class: "hitter" });
    const side = () => h("div", { class: "melds", role: "group" });
    this.sides = { left: side(), far: side(), right: side() };
  }

  get stock() {
    return this.drawing.node;
  }

  get top() {
    return /** @type {HTMLElement | null} */ (this.lying.lastElementChild);
  }

  /** @param {string} name a meld, mine too, which lies on my side @returns {Element | null} */
  spot(name) {
    if (name === "discard") return this.discard;
    return /^meld \d+$/.test(name) ? document.querySelector(`[data-drop="${name}"]`) : null;
  }

  connectedCallback() {
    if (this.firstChild) return;
    this.className = "middle tongits";
    for (const [side, node] of Object.entries(this.sides)) node.dataset.side = side;
    const { left, far, right } = this.sides;
    this.append(h("div", { class: "piles" }, this.stock, this.discard, this.pot), right, far, left);
  }

  /** @param {TableState} state @param {readonly string[]} chosen */
  show({ view }, chosen) {
    const game = gameOf(view);
    this.hidden = !game;
    if (!game) return;
    const draw = amDrawing(view) ? can(view, "draw_stock") : undefined;
    const why = amLaying(view) ? "drew_already" : game.call ? "draw_called" : "not_your_turn";
    this.drawing.dress(game.stock, {
      wish: draw ? { act: draw } : { why: refusal(why) },
      live: Boolean(draw), label: t(draw ? "stock.draw" : "stock.left", { n: game.stock, left: game.stock }),
    });
    this.pile(view, game, chosen);
    for (const [side, seat] of Object.entries(places(view))) this.side(side, view, seat, chosen);
    this.hitter(view);
  }

  /** @param {string} side @param {View} view @param {number | null} seat @param {readonly string[]} chosen */
  side(side, view, seat, chosen) {
    const box = this.sides[/** @type {"left" | "far" | "right"} */ (side)];
    const n = showMelds(box, view, seat, chosen);
    mark(box, "data-none", n === 0);
    mark(box, "aria-label", seat === null || !n ? null : t("tongits.laid_down", { name: nameAt(view, seat) }));
  }

  /**
   * Discards: to take the top one, or to throw the chosen card.
   * @param {View} view @param {TongitsView} game @param {readonly string[]} chosen
   */
  pile(view, game, chosen) {
    const shown = game.pile.slice(-SHOWN), top = game.top ? cardName(game.top) : "", [card, ...more] = chosen;
    dressPile(this.lying, shown, game.discards - shown.length);
    const take = takes(view).length ? takeWish(view, chosen) : null;
    const thrown = card && !more.length && amLaying(view) ? card : null;
    this.wish = thrown ? { act: { type: "discard", card: thrown } } : take
      ?? { why: amLaying(view) ? t("tongits.why.choose_one") : whyNoTake(view) };
    mark(this.discard, "data-empty", !game.top);
    mark(this.discard, "aria-disabled", String(!take && !thrown));
    mark(this.discard, "tabindex", take || thrown ? "0" : "-1");
    mark(this.discard, "aria-label",
      thrown ? t("tongits.discard_it", { card: cardName(thrown) })
        : take ? t("tongits.take_it", { card: top }) : top ? t("table.top", { card: top }) : t("tongits.no_discard"));
  }

  /** @param {View} view */
  hitter(view) {
    const winner = gameOf(view)?.previous_winner ?? null;
    this.pot.hidden = view.table.options.hitter_pot !== true;
    if (this.pot.hidden) return;
    const who = winner === null ? t("tongits.hitter.nobody") : winner === view.you ? t("tongits.hitter.you")
      : t("tongits.hitter.name", { name: nameAt(view, winner) });
    const of = `${hitterPot(view)} ${who}`;
    if (this.pot.dataset.of === of) return;
    this.pot.dataset.of = of;
    put(this.pot, h("span", { class: "coins" }, art("coin", ""), h("span", { text: number(hitterPot(view)) })),
      h("span", { class: "tiny", text: who }));
  }
}
customElements.define("tongits-middle", TongitsMiddle);
