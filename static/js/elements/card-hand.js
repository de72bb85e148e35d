/* <card-hand>: my cards. A tap chooses, a second one plays; where any number may be chosen, it takes the choice back. A
   drag upwards plays; a finger sliding along shows each card.
   Out: "play-card" {cards, onto}, "why" {text} for a card that does not fit, "chosen". */
import { ask, h, keyed, mark } from "../dom.js";
import { HandOrder } from "../hand-order.js";
import { t } from "../i18n.js";
import { setting, still } from "../settings.js";
import { capital, cardName } from "../card-words.js";
import { fingers } from "./hand-fingers.js";
import { PlayCard, playCard } from "./play-card.js";

/** @import {HandLook} from "../games/index.js" */
/** @import {Held} from "../hand-order.js" */

/**
 * @typedef {HandLook & {
 *   cards: readonly string[], mine: boolean, sort: boolean, sorted: (items: readonly Held[]) => Held[],
 * }} HandData `sort`: put it in order now
 */

export class CardHand extends HTMLElement {
  constructor() {
    super();
    this.order = new HandOrder();
    this.list = h("ol");
    /** Places of the cards that are chosen. @type {ReadonlySet<string>} */
    this.picked = new Set();
    /** @type {string | null} place of the card that was played last: it goes first */
    this.played = null;
    /** @type {HandData} */
    this.data = {
      cards: [], select: "one", lit: new Set(), reason: () => "", mine: false, sort: false, sorted: (all) => [...all],
    };
    /** The click that comes now belongs to a slide. */
    this.deaf = false;
    fingers(this);
    this.list.addEventListener("keydown", (event) => this.step(event));
  }

  connectedCallback() {
    this.append(this.list);
  }

  /** @param {HandData} data @returns {string[]} places of the cards that came in */
  show(data) {
    this.data = data;
    const before = this.places(),
      fresh = this.order.take(data.cards, this.played).map((item) => item.key);
    this.played = null;
    if (data.sort) this.order.sort(data.sorted);
    const stay = this.order.items.filter((item) => this.picked.has(item.key) && this.fits(item.card));
    if (stay.length < this.picked.size) this.mark(stay.map((item) => item.key));
    this.draw();
    if (data.sort) this.glide(before);
    return fresh;
  }

  /** Puts the hand in order, now. */
  sort() {
    const before = this.places();
    this.order.sort(this.data.sorted);
    this.draw();
    this.glide(before);
  }

  draw() {
    const { items } = this.order,
      n = items.length;
    mark(this, "all", this.data.lit === null);
    this.dataset.size = n > 26 ? "huge" : n > 12 ? "many" : "few";
    for (const rows of [1, 2, 3])
      this.style.setProperty(`--n${rows}`, String(Math.max(1, Math.ceil(n / rows) - 1)));
    const focus = this.list.querySelector('[tabindex="0"]')?.closest("li")?.dataset.key ?? items[0]?.key;
    const stays = items.find((item) => item.key === focus), first = items.find((item) => this.fits(item.card));
    const inside = this.list.contains(document.activeElement);
    const stop = (!inside && first && !(stays && this.fits(stays.card)) ? first : stays ?? items[0])?.key;
    keyed(
      this.list,
      items,
      (item) => item.key,
      (item) => this.build(item),
      (node, item) => this.dress(node, item, item.key === stop),
    );
  }

  /** @param {import("../hand-order.js").Held} item */
  build(item) {
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: "hold",
          on: { click: () => this.tap(item.key), focus: () => this.focused(item.key) },
        },
        playCard(item.card),
      ),
    );
  }

  /** @param {HTMLElement} node @param {import("../hand-order.js").Held} item @param {boolean} stop */
  dress(node, item, stop) {
    const hold = /** @type {HTMLButtonElement} */ (node.firstElementChild);
    const lit = this.fits(item.card), picked = this.picked.has(item.key);
    const name = capital(cardName(item.card));
    const told = lit ? name : this.data.mine ? `${name}. ${this.reason(item.card)}` : name;
    mark(hold, "aria-label", lit && this.data.lit ? t("hand.fits", { card: name }) : told);
    mark(hold, "aria-disabled", !lit ? "true" : "false");
    mark(hold, "aria-pressed", picked ? "true" : this.data.select === "many" ? "false" : null);
    mark(hold, "tabindex", stop ? "0" : "-1");
    const card = hold.firstElementChild;
    if (card instanceof PlayCard) card.card = item.card;
  }

  /** May this card be chosen now? @param {string} card */
  fits(card) {
    return this.data.lit?.has(card) ?? true;
  }

  /** @param {string} card */
  reason(card) {
    return this.data.reason(card);
  }

  /** The cards that are chosen, in the order of the hand. */
  get picks() {
    return this.order.items.filter((item) => this.picked.has(item.key)).map((item) => item.card);
  }

  /** Place of the card that was chosen last. */
  get chosen() {
    return [...this.picked].at(-1) ?? null;
  }

  /** @param {string} key */
  cardAt(key) {
    return this.order.items.find((item) => item.key === key)?.card;
  }

  /** @param {string | null} key */
  holdAt(key) {
    return key
      ? /** @type {HTMLElement | null} */ (this.list.querySelector(`li[data-key="${key}"] > .hold`))
      : null;
  }

  /** A card was tapped, or Enter was pressed on it. @param {string} key */
  tap(key) {
    if (this.deaf) {
      this.deaf = false;
      return;
    }
    const card = this.cardAt(key);
    if (card === undefined) return;
    if (!this.fits(card)) this.tellWhy(card);
    else if (this.data.select === "many") this.toggle(key);
    else if (this.chosen === key || setting("one_tap")) this.play(key, card);
    else this.choose(key);
  }

  /**
   * A finger let go of this card.
   * @param {string} key @param {boolean} dragged upwards, as cards are played @param {string} [onto]
   */
  released(key, dragged, onto) {
    const card = this.cardAt(key);
    if (card === undefined) return;
    if (!this.fits(card)) this.tellWhy(card);
    else if (dragged) this.play(key, card, onto);
    else if (this.data.select === "many") this.toggle(key);
    else this.choose(key);
  }

  /** @param {string} key @param {string} card @param {string} [onto] */
  play(key, card, onto) {
    this.played = key;
    if (!this.picked.has(key)) this.choose(key);
    ask(this, "play-card", { cards: this.data.select === "many" ? this.picks : [card], onto });
  }

  /** Chooses this one alone, or none. @param {string | null} key */
  choose(key) {
    this.mark(key ? [key] : []);
  }

  /** @param {string} key */
  toggle(key) {
    this.mark(this.picked.has(key) ? [...this.picked].filter((one) => one !== key) : [...this.picked, key]);
  }

  /** Chooses cards by their names. @param {readonly string[]} cards */
  pick(cards) {
    const left = [...cards], keys = [];
    for (const { key, card } of this.order.items) {
      const at = left.indexOf(card);
      if (at < 0) continue;
      left.splice(at, 1);
      keys.push(key);
    }
    this.mark(keys);
  }

  /** @param {readonly string[]} keys */
  mark(keys) {
    if (keys.length === this.picked.size && keys.every((key) => this.picked.has(key))) return;
    const off = this.data.select === "many" ? "false" : null;
    for (const key of this.picked) mark(this.holdAt(key), "aria-pressed", off);
    this.picked = new Set(keys);
    for (const key of keys) mark(this.holdAt(key), "aria-pressed", "true");
    ask(this, "chosen");
  }

  /** @param {string} card */
  tellWhy(card) {
    ask(this, "why", { card, text: this.reason(card) });
  }

  /** @param {string} key */
  focused(key) {
    for (const hold of this.list.querySelectorAll('[tabindex="0"]')) hold.setAttribute("tabindex", "-1");
    const hold = this.holdAt(key),
      card = this.cardAt(key);
    hold?.setAttribute("tabindex", "0");
    if (hold?.matches(":focus-visible") && card !== undefined && this.data.mine && !this.fits(card))
      this.tellWhy(card);
  }

  /** @param {KeyboardEvent} event */
  step(event) {
    const holds = [...this.list.querySelectorAll(".hold")];
    const at = holds.indexOf(/** @type {Element} */ (event.target));
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: holds.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const hold = holds[Math.max(0, Math.min(holds.length - 1, to))];
    if (hold instanceof HTMLElement) hold.focus();
  }

  /** The keyboard goes to the card where it was last, or to the first that fits. */
  focusCard() {
    /** @type {HTMLElement | null} */ (this.list.querySelector('[tabindex="0"]'))?.focus();
  }

  // ---- places, for movement -----------------------------------------------------------------------------------

  /**
   * Where the cards lie, by place.
   * @param {boolean} [raised] as they are seen, raised or not
   */
  places(raised = false) {
    /** @type {Map<string, DOMRect>} */
    const places = new Map();
    for (const item of /** @type {Iterable<HTMLElement>} */ (/** @type {unknown} */ (this.list.children))) {
      const node = (raised && item.firstElementChild) || item;
      places.set(item.dataset.key ?? "", node.getBoundingClientRect());
    }
    return places;
  }

  /** Cards slide from where they were. @param {Map<string, DOMRect>} before */
  glide(before) {
    if (still()) return;
    for (const item of /** @type {Iterable<HTMLElement>} */ (/** @type {unknown} */ (this.list.children))) {
      const was = before.get(item.dataset.key ?? ""),
        is = item.getBoundingClientRect();
      if (!was || (Math.abs(was.x - is.x) < 1 && Math.abs(was.y - is.y) < 1)) continue;
      item.animate([{ translate: `${was.x - is.x}px ${was.y - is.y}px` }, { translate: "0 0" }], {
        duration: 220,
        easing: "cubic-bezier(.2,.7,.2,1)",
      });
    }
  }
}
customElements.define("card-hand", CardHand);
