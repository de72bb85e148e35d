/* <shedding-middle>: stock, discard pile, direction, colour in force, and the bill of a pending penalty. */
import { h, mark, put, say } from "../../dom.js";
import { arrows, dressInk, dressPile, StockPile } from "../../elements/middle-parts.js";
import { t } from "../../i18n.js";
import { acting, can, isMine } from "../../table-state.js";
import { cardName } from "../../card-words.js";
import { nameAt } from "../../words.js";
import { gameOf } from "./state.js";

/** @import {SheddingView, View} from "../../../wire.d.ts" */
/** @import {TableState} from "../../table-state.js" */

/** What a draw card adds to the sum. @param {View} view @param {string} card */
const added = (view, card) =>
  card.startsWith("W") || (card.startsWith("4") && view.table.game === "switch") ? 4 : card === "Qs" ? 5 : 2;

export class SheddingMiddle extends HTMLElement {
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
    const game = gameOf(view);
    this.hidden = !game;
    if (!game) return;
    mark(this.way, "class", game.direction === 1 ? "way" : "way back");
    say(this.direction, t(game.direction === 1 ? "table.clockwise" : "table.anticlockwise"));
    this.drawing.dress(game.stock, this.press(view, game));
    const pile = game.pile.length ? game.pile : [game.top];
    dressPile(this.discard, pile, Math.max(0, game.discards - pile.length));
    mark(this.discard, "aria-label", t("table.top", { card: cardName(game.top) }));
    dressInk(this.inforce, game.color);
    this.billOf(view, game);
  }

  /** What a press on the stock means. @param {View} view @param {SheddingView} game */
  press(view, game) {
    const action = isMine(view) && !view.held ? can(view, "take") ?? can(view, "draw") : undefined;
    const why = acting(view) !== null && view.you !== null ? t(isMine(view) ? "refused.must_play" : "refused.not_your_turn") : "";
    const label = t(game.penalty ? "stock.take" : "stock.draw", { n: game.penalty || 1, left: game.stock });
    return {
      wish: action ? { act: action } : why ? { why } : null, live: Boolean(action),
      label: action ? label : t("stock.left", { n: game.stock }),
    };
  }

  /** @param {View} view @param {SheddingView} game */
  billOf(view, game) {
    this.bill.hidden = game.penalty <= 0 || game.challenge?.seat === view.you;
    if (this.bill.hidden) {
      this.bill.dataset.of = "";
      return;
    }
    const lines = game.bill.map(({ seat, card }) => ({
      who: seat === null ? t("bill.deal") : seat === view.you ? t("you") : nameAt(view, seat),
      plus: added(view, card),
    }));
    const of = JSON.stringify([lines, game.penalty]);
    if (this.bill.dataset.of === of) return;
    this.bill.dataset.of = of;
    // a long bill shows what was added last; the sum counts everything
    put(
      this.bill,
      lines.length > 4 ? h("span", { class: "more", text: "…" }) : null,
      ...lines
        .slice(-4)
        .map(({ who, plus }) => h("span", {}, h("em", { text: who }), h("i", { text: `+${plus}` }))),
      h("b", { text: `+${game.penalty}`, "aria-label": t("bill.sum", { n: game.penalty }) }),
    );
  }
}
customElements.define("shedding-middle", SheddingMiddle);
