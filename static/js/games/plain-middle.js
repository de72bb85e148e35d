/* <plain-middle>: stock and discards of a game that is known by the common keys alone. */
import { h, mark } from "../dom.js";
import { t } from "../i18n.js";
import { can, isMine } from "../table-state.js";
import { cardName } from "../card-words.js";
import { dressPile, StockPile } from "../elements/middle-parts.js";

/** @import {TableState} from "../table-state.js" */

export class PlainMiddle extends HTMLElement {
  constructor() {
    super();
    this.drawing = new StockPile();
    this.discard = h("div", { class: "pile discard", role: "img" });
  }

  get stock() {
    return this.drawing.node;
  }

  get top() {
    return /** @type {HTMLElement | null} */ (this.discard.lastElementChild);
  }

  /** @param {string} _name @returns {Element | null} */
  spot(_name) {
    return null;
  }

  connectedCallback() {
    if (this.firstChild) return;
    this.className = "middle";
    this.append(h("div", { class: "piles" }, this.stock, this.discard));
  }

  /** @param {TableState} state */
  show({ view }) {
    const game = /** @type {{stock: number, discards: number, top?: string | null} | null} */ (view.game);
    this.hidden = !game;
    if (!game) return;
    const draw = isMine(view) && !view.held ? can(view, "draw") : undefined;
    this.drawing.dress(game.stock, {
      wish: draw ? { act: draw } : null, live: Boolean(draw), label: t("stock.left", { n: game.stock }),
    });
    dressPile(this.discard, game.top ? [game.top] : [], Math.max(0, game.discards - 1));
    mark(this.discard, "aria-label", game.top ? t("table.top", { card: cardName(game.top) }) : null);
  }
}
customElements.define("plain-middle", PlainMiddle);
