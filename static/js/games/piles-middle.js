/* The middle of games with one stock and one face-up pile: direction, colour in force, and the bill of a pending sum. A
   game's own class says what stands on them. */
import { h, mark, put, say } from "../dom.js";
import { arrows, dressInk, dressPile, StockPile } from "../elements/middle-parts.js";
import { t } from "../i18n.js";
import { cardName } from "../card-words.js";

/** @import {SheddingView, TakiView, View} from "../../wire.d.ts" */
/** @import {TableState} from "../table-state.js" */
/** @import {Wish} from "./index.js" */

/**
 * @typedef {object} Bill
 * @property {{who: string, plus: string}[]} lines who added what, or who is to pay
 * @property {number} sum
 */

export class PilesMiddle extends HTMLElement {
  constructor() {
    super();
    this.way = arrows();
    this.direction = h("span", { class: "away" });
    this.drawing = new StockPile();
    this.discard = h("div", { class: "pile discard", role: "img" });
    this.inforce = h("span", { class: "inforce" });
    this.bill = h("div", { class: "bill" });
  }

  connectedCallback() {
    if (this.firstChild) return;
    this.className = "middle";
    this.append(
      h("div", { class: "piles" }, this.way, this.direction, this.stock, this.discard),
      h("div", { class: "under" }, this.inforce, this.bill),
    );
  }

  get stock() {
    return this.drawing.node;
  }

  get top() {
    return /** @type {HTMLElement | null} */ (this.discard.lastElementChild);
  }

  /** @param {string} name @returns {Element | null} */
  spot(name) {
    return { way: this.way, bill: this.bill, inforce: this.inforce }[name] ?? null;
  }

  /** @param {TableState} state */
  show({ view }) {
    const game = /** @type {SheddingView | TakiView | null} */ (view.game);
    this.hidden = !game;
    if (!game) return;
    mark(this.way, "class", game.direction === 1 ? "way" : "way back");
    say(this.direction, t(game.direction === 1 ? "table.clockwise" : "table.anticlockwise"));
    this.drawing.dress(game.stock, this.press(view));
    const pile = game.pile.length ? game.pile : [game.top];
    dressPile(this.discard, pile, Math.max(0, game.discards - pile.length));
    mark(this.discard, "aria-label", t("table.top", { card: cardName(game.top) }));
    dressInk(this.inforce, game.color, this.beside(view));
    this.showBill(this.billed(view));
  }

  /** What a press on the stock means. @param {View} _view @returns {{wish: Wish | null, live: boolean, label: string}} */
  press(_view) {
    return { wish: null, live: false, label: "" };
  }

  /** A word after the colour in force. @param {View} _view */
  beside(_view) {
    return "";
  }

  /** @param {View} _view @returns {Bill | null} */
  billed(_view) {
    return null;
  }

  /** @param {Bill | null} bill */
  showBill(bill) {
    this.bill.hidden = !bill;
    const of = JSON.stringify(bill);
    if (this.bill.dataset.of === of) return;
    this.bill.dataset.of = of;
    if (!bill) return;
    // a long bill shows what was added last; the sum counts everything
    put(
      this.bill,
      bill.lines.length > 4 ? h("span", { class: "more", text: "…" }) : null,
      ...bill.lines.slice(-4).map(({ who, plus }) => h("span", {}, h("em", { text: who }), h("i", { text: plus }))),
      h("b", { text: `+${bill.sum}`, "aria-label": t("bill.sum", { n: bill.sum }) }),
    );
  }
}
