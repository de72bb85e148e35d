/* <table-middle>: stock, discard pile, direction, colour in force, and the bill of a pending penalty. Out: "stock".
   <table-middle>: stock, discard pile, direction, colour in force, and the bill of a pending penalty. Out: "stock". */
import { art, ask, h, keyed, mark, put, say, svg } from "../dom.js";
import { t } from "../i18n.js";
import { can, isMine } from "../table-state.js";
import { capital, cardName, colorName, nameAt, SHAPES } from "../words.js";
import { playCard } from "./play-card.js";

/** @import {TableState} from "../table-state.js" */

function arrows() {
  return svg(
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
}

export class TableMiddle extends HTMLElement {
  constructor() {
    super();
    this.way = arrows();
    this.direction = h("span", { class: "away" });
    this.left = h("span", { class: "count", "aria-hidden": "true" });
    this.stock = h(
      "button",
      { type: "button", class: "pile stock", on: { click: () => ask(this, "stock") } },
      playCard("back"),
      this.left,
    );
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

  /** @param {TableState} state */
  show({ view }) {
    const game = view.game;
    this.hidden = !game;
    if (!game) return;
    mark(this.way, "class", game.direction === 1 ? "way" : "way back");
    say(this.direction, t(game.direction === 1 ? "table.clockwise" : "table.anticlockwise"));
    const draws = isMine(view) && !view.held && Boolean(can(view, "draw") || can(view, "take"));
    mark(this.stock, "aria-disabled", String(!draws));
    mark(this.stock, "tabindex", draws ? "0" : "-1");
    mark(
      this.stock,
      "aria-label",
      draws
        ? t(game.penalty ? "stock.take" : "stock.draw", { n: game.penalty || 1, left: game.stock })
        : t("stock.left", { n: game.stock }),
    );
    mark(this.stock, "data-empty", game.stock === 0);
    say(this.left, String(game.stock));
    const pile = game.pile.length ? game.pile : [game.top];
    this.pile(pile, Math.max(0, game.discards - pile.length));
    const ink = game.color;
    mark(this.discard, "aria-label", t("table.top", { card: cardName(game.top) }));
    this.inforce.hidden = !ink;
    if (ink && this.inforce.dataset.of !== ink + colorName(ink)) {
      this.inforce.dataset.of = ink + colorName(ink);
      put(
        this.inforce,
        h("span", { class: "swatch", "data-ink": ink }, art(SHAPES[ink] ?? "", "")),
        h("span", { class: "away", text: t("table.in_force") }),
        h("span", { text: capital(colorName(ink)) }),
      );
    }
    this.billOf(view);
  }

  /**
   * Each card lies as it fell: its place in the pile decides how.
   * @param {readonly string[]} pile
   * @param {number} under how many lie below these
   */
  pile(pile, under) {
    keyed(
      this.discard,
      pile.map((card, i) => ({ card, at: under + i })),
      ({ card, at }) => `${at}-${card}`,
      ({ card, at }) => {
        const node = playCard(card);
        node.style.setProperty("--turn", `${((at * 7) % 19) - 9}deg`);
        node.style.setProperty("--shift", `${((at * 5) % 13) - 6}%`);
        return node;
      },
      () => {},
    );
  }

  get top() {
    return /** @type {HTMLElement | null} */ (this.discard.lastElementChild);
  }

  /** @param {import("../../wire.d.ts").View} view */
  billOf(view) {
    const game = view.game;
    if (!game || game.penalty <= 0) {
      this.bill.hidden = true;
      this.bill.dataset.of = "";
      return;
    }
    const lines = game.bill.map(({ seat, card }) => ({
      who: seat === null ? t("bill.deal") : seat === view.you ? t("you") : nameAt(view, seat),
      plus: card.startsWith("W") ? 4 : 2,
    }));
    const of = JSON.stringify([lines, game.penalty]);
    this.bill.hidden = false;
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
customElements.define("table-middle", TableMiddle);
