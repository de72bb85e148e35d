/* The order of my hand: cards keep their places while I may be reaching for them. */
import { COLORS, inkOf, isFrench, SUITS } from "./words.js";

/**
 * @typedef {{key: string, card: string}} Held a card and the name of its place: equal cards are told apart by
 *   it
 */

const RANKS = "A23456789TJQK";
const SYMBOLS = ["S", "R", "P", "T", "+2", "CC", "ST", "K", "+3", "BR"];

/** @param {string} card */
function rank(card) {
  if (isFrench(card)) return RANKS.indexOf(card.slice(0, 1));
  const what = inkOf(card) ? card.slice(1) : card;
  return /^\d$/.test(what)
    ? Number(what)
    : 20 + Math.max(0, SYMBOLS.indexOf(what)) + (inkOf(card) ? 0 : 20) + (card === "W4" ? 1 : 0);
}

/** Cards without a colour come last. @param {string} card */
function color(card) {
  const at = [...COLORS, ...SUITS].indexOf(inkOf(card));
  return at < 0 ? 99 : at;
}

/** @param {string} by "rank", else by colour or suit @returns {(a: Held, b: Held) => number} */
export const compare = (by) => (a, b) => {
  const colors = color(a.card) - color(b.card),
    ranks = rank(a.card) - rank(b.card);
  return by === "rank" ? ranks || colors : colors || ranks;
};

export class HandOrder {
  constructor() {
    /** @type {Held[]} */
    this.items = [];
    this.count = 0;
  }

  /**
   * Takes in a new hand. What stays keeps its place, what is new comes in at the end; `gone` is the place to clear first
   * where one of several equal cards went.
   * @param {readonly string[]} cards @param {string | null} [gone] @returns {Held[]} the new ones
   */
  take(cards, gone = null) {
    /** @type {Map<string, number>} */
    const left = new Map();
    for (const card of cards) left.set(card, (left.get(card) ?? 0) + 1);
    const first = this.items.find((item) => item.key === gone);
    if (first && this.items.filter((item) => item.card === first.card).length > (left.get(first.card) ?? 0)) {
      this.items = this.items.filter((item) => item !== first);
    }
    this.items = this.items.filter((item) => {
      const n = left.get(item.card) ?? 0;
      left.set(item.card, n - 1);
      return n > 0;
    });
    /** @type {Held[]} */
    const fresh = [];
    for (const card of cards) {
      const n = left.get(card) ?? 0;
      if (n <= 0) continue;
      left.set(card, n - 1);
      this.count += 1;
      fresh.push({ key: `c${this.count}`, card });
    }
    this.items = [...this.items, ...fresh];
    return fresh;
  }

  /** @param {(items: readonly Held[]) => Held[]} sorted */
  sort(sorted) {
    this.items = sorted(this.items);
  }
}
