/* <card-hand>: my cards. A tap chooses, a second one plays; a drag upwards plays; a finger sliding along shows each card.
   Out: "play-card" {key, card}, "why" {card, code} for a card that does not fit, "chosen" {card | null}. */
import { ask, h, keyed, mark } from "../dom.js";
import { HandOrder } from "../hand-order.js";
import { t } from "../i18n.js";
import { setting, still } from "../settings.js";
import { capital, cardName, refusal } from "../words.js";
import { PlayCard, playCard } from "./play-card.js";

/** How far a finger goes before it is a drag, and before a drag plays (px). */
const SLIDE_PX = 10,
  PLAY_PX = 56;

/**
 * @typedef {object} HandData
 * @property {readonly string[]} cards
 * @property {ReadonlySet<string>} lit cards that may be played now
 * @property {Record<string, string>} reasons
 * @property {boolean} mine
 * @property {boolean} sort put it in order now
 */

export class CardHand extends HTMLElement {
  constructor() {
    super();
    this.order = new HandOrder();
    this.list = h("ol");
    /** @type {string | null} */
    this.chosen = null;
    /** @type {string | null} place of the card that was played last: it goes first */
    this.played = null;
    /** @type {HandData} */
    this.data = { cards: [], lit: new Set(), reasons: {}, mine: false, sort: false };
    /** @type {{x: number, y: number, key: string, moved: boolean} | null} */
    this.finger = null;
    this.deaf = false;
    this.list.addEventListener("pointerdown", (event) => this.down(event));
    this.list.addEventListener("pointermove", (event) => this.move(event));
    this.list.addEventListener("pointerup", (event) => this.up(event));
    this.list.addEventListener("pointercancel", () => this.lift());
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
    if (data.sort) this.order.sort(setting("sort") === "rank" ? "rank" : "colour");
    if (!this.order.items.some((item) => item.key === this.chosen && data.lit.has(item.card)))
      this.choose(null);
    this.draw();
    if (data.sort) this.glide(before);
    return fresh;
  }

  /** Puts the hand in order, now. */
  sort() {
    const before = this.places();
    this.order.sort(setting("sort") === "rank" ? "rank" : "colour");
    this.draw();
    this.glide(before);
  }

  draw() {
    const { items } = this.order,
      n = items.length;
    this.dataset.size = n > 26 ? "huge" : n > 12 ? "many" : "few";
    for (const rows of [1, 2, 3])
      this.style.setProperty(`--n${rows}`, String(Math.max(1, Math.ceil(n / rows) - 1)));
    const focus = this.list.querySelector('[tabindex="0"]')?.closest("li")?.dataset.key ?? items[0]?.key;
    const stays = items.find((item) => item.key === focus), first = items.find((item) => this.data.lit.has(item.card));
    const inside = this.list.contains(document.activeElement);
    const stop = (!inside && first && !(stays && this.data.lit.has(stays.card)) ? first : stays ?? items[0])?.key;
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
    const lit = this.data.lit.has(item.card);
    const name = capital(cardName(item.card));
    mark(
      hold,
      "aria-label",
      lit ? t("hand.fits", { card: name }) : this.data.mine ? `${name}. ${this.reason(item.card)}` : name,
    );
    mark(hold, "aria-disabled", !lit ? "true" : "false");
    mark(hold, "aria-pressed", item.key === this.chosen ? "true" : null);
    mark(hold, "tabindex", stop ? "0" : "-1");
    const card = hold.firstElementChild;
    if (card instanceof PlayCard) card.card = item.card;
  }

  /** @param {string} card */
  reason(card) {
    return refusal(this.data.reasons[card] ?? "not_your_turn");
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
    if (!this.data.lit.has(card)) this.tellWhy(card);
    else if (this.chosen === key || setting("one_tap")) this.play(key, card);
    else this.choose(key);
  }

  /** @param {string} key @param {string} card */
  play(key, card) {
    this.played = key;
    this.choose(key);
    ask(this, "play-card", { key, card });
  }

  /** @param {string | null} key */
  choose(key) {
    if (this.chosen === key) return;
    mark(this.holdAt(this.chosen), "aria-pressed", null);
    this.chosen = key;
    mark(this.holdAt(key), "aria-pressed", "true");
    ask(this, "chosen", { card: key ? (this.cardAt(key) ?? null) : null });
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
    if (hold?.matches(":focus-visible") && card !== undefined && this.data.mine && !this.data.lit.has(card))
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

  // ---- fingers ------------------------------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  down(event) {
    this.deaf = false;
    const key = /** @type {Element} */ (event.target).closest("li")?.dataset.key;
    if (!key || event.button > 0) return;
    this.finger = { x: event.clientX, y: event.clientY, key, moved: false };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const finger = this.finger;
    if (!finger) return;
    const dx = event.clientX - finger.x,
      dy = event.clientY - finger.y;
    if (!finger.moved && Math.hypot(dx, dy) < SLIDE_PX) return;
    finger.moved = true;
    if (-dy > Math.abs(dx) || this.hasAttribute("data-drag")) {
      const hold = this.holdAt(finger.key);
      mark(this, "data-drag", true);
      hold?.style.setProperty("translate", `${dx}px ${Math.min(0, dy) - 12}px`);
      mark(hold, "data-peek", true);
      return;
    }
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("li");
    const key = under && this.list.contains(under) ? under.dataset.key : undefined;
    if (key && key !== finger.key) {
      mark(this.holdAt(finger.key), "data-peek", null);
      finger.key = key;
    }
    mark(this.holdAt(finger.key), "data-peek", true);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const finger = this.finger;
    const dragged = this.hasAttribute("data-drag");
    this.lift();
    if (!finger?.moved) return;
    this.deaf = true; // the click that follows belongs to this slide
    setTimeout(() => {
      this.deaf = false;
    }, 0);
    const card = this.cardAt(finger.key);
    if (card === undefined) return;
    if (dragged && finger.y - event.clientY < PLAY_PX) return;
    if (!this.data.lit.has(card)) this.tellWhy(card);
    else if (dragged) this.play(finger.key, card);
    else this.choose(finger.key);
  }

  lift() {
    const hold = this.holdAt(this.finger?.key ?? null);
    hold?.style.removeProperty("translate");
    for (const shown of this.list.querySelectorAll("[data-peek]")) shown.removeAttribute("data-peek");
    this.removeAttribute("data-drag");
    this.finger = null;
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
