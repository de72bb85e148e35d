/* <own-side>: my side of the table: picture and clock, what is going on, my cards, what I can press.
   What it shows of the game it asks of the game's module. Out: "wish", "play-card", "why", "speak". */
import { art, ask, button, face, h, iconButton, mark, put, say } from "../dom.js";
import { t } from "../i18n.js";
import { choose, setting } from "../settings.js";
import { actors, amActive, isMine, statusLine } from "../table-state.js";
import { CardHand } from "./card-hand.js";

/** @import {TableState} from "../table-state.js" */
/** @import {Event as Happened, View} from "../../wire.d.ts" */
/** @import {Offer} from "../games/index.js" */

/** How long the reason of a card stays (ms). */
const WHY_MS = 4000;

export class OwnSide extends HTMLElement {
  constructor() {
    super();
    this.pic = h("span", { class: "pic" });
    this.text = h("span", { class: "line" });
    this.seconds = h("span", { class: "seconds num", "aria-hidden": "true" });
    this.turn = h("p", { class: "turn" }, this.text, this.seconds);
    this.call = h("span", { class: "call" });
    this.why = h("p", { class: "why" });
    this.hand = new CardHand();
    this.acts = h("div", { class: "acts" });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.whyTimer = undefined;
    /** @type {TableState | null} */
    this.state = null;
    /** @type {string[]} */
    this.fresh = [];
    this.says = h("div", { class: "says" }, this.turn, this.call);
    /** A part that the game adds. @type {InstanceType<NonNullable<TableState["module"]["extra"]>> | null} */
    this.extra = null;
    this.sorted = iconButton("sort", "", () => this.resort());
    this.sorted.className = "btn square";
    this.addEventListener("why", (event) => this.explain(/** @type {CustomEvent} */ (event).detail.text));
    this.addEventListener("chosen", () => this.rechosen());
    this.hand.addEventListener("pointerdown", () => this.hush());
  }

  connectedCallback() {
    if (this.firstChild) return;
    this.className = "me";
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", t("you"));
    this.why.hidden = true;
    this.append(
      this.why,
      h("div", { class: "self" }, this.pic, this.says),
      this.hand,
      this.acts,
    );
  }

  /**
   * @param {TableState} state
   * @param {View | null} before
   * @param {string} asked what the line says while a window of mine is open; "" while none is
   * @param {readonly Happened[]} events
   */
  show(state, before, asked, events) {
    this.state = state;
    const { view, module } = state, mine = isMine(view) && !view.held;
    mark(this, "class", mine ? "me mine" : "me");
    this.picture(view);
    say(this.text, asked || statusLine(view, module));
    const word = view.you === null || !view.game ? null : module.self(view);
    say(this.call, word?.text ?? "");
    mark(this.call, "data-quiet", word?.quiet ?? false);
    this.call.hidden = !word;
    this.cards(state, before, mine, events);
    this.added(state);
    this.offers(state, mine);
  }

  /** @param {TableState} state */
  added(state) {
    if (!this.extra && state.module.extra) this.says.after((this.extra = new state.module.extra()));
    this.extra?.show(state, this.hand.picks);
  }

  /** @param {View} view */
  picture(view) {
    const sits = view.you === null ? null : view.seats[view.you],
      now = isMine(view);
    const looks = JSON.stringify([sits?.player.avatar, sits?.standin, now]);
    if (this.pic.dataset.drawn === looks) return;
    this.pic.dataset.drawn = looks;
    put(
      this.pic,
      now ? h("i", { class: "ring" }) : null,
      face(sits?.player.avatar ?? ""),
      sits?.standin ? art("moka", "stand-in") : null,
    );
  }

  /** @param {TableState} state @param {View | null} before @param {boolean} mine @param {readonly Happened[]} events */
  cards({ view, module }, before, mine, events) {
    const cards = view.game?.hand ?? [], was = before?.game, me = view.you ?? -1;
    const newRound = !this.hand.order.items.length || !was?.hand?.length || was.round !== view.game?.round;
    const turnEnded = before !== null && actors(before).includes(me) && !actors(view).includes(me);
    this.hand.hidden = cards.length === 0 && view.phase !== "playing";
    this.fresh = this.hand.show({
      cards,
      ...module.hand({ view, mine, chosen: this.hand.picks }),
      mine,
      sort: newRound || turnEnded || events.some(({ type }) => module.anew.includes(type)),
      sorted: (items) => module.sort(items, this.order(), view),
    });
  }

  /** How my hand is sorted: as I chose where the same ways are offered. */
  order() {
    const orders = this.state?.module.orders ?? [];
    return setting("sort").split(" ").find((one) => orders.includes(one)) ?? orders[0] ?? "";
  }

  /** @param {TableState} state @param {boolean} mine */
  offers({ view, module }, mine) {
    const plays = view.phase === "playing" && view.game && amActive(view), chosen = this.hand.picks;
    const offers = plays ? module.offers({ view, mine, chosen }) : [], order = this.order();
    const looks = JSON.stringify([offers, order, Boolean(view.game?.hand)]);
    if (this.acts.dataset.drawn === looks) return;
    const focus = this.acts.contains(document.activeElement)
      ? document.activeElement?.getAttribute("data-key")
      : null;
    this.acts.dataset.drawn = looks;
    this.acts.hidden = offers.length === 0;
    const name = t(`hand.sorted_${order}`);
    mark(this.sorted, "aria-label", name);
    mark(this.sorted, "title", name);
    put(this.acts, ...offers.map((offer) => this.build(offer)), offers.length ? this.sorted : null);
    if (focus) /** @type {HTMLElement | null} */ (this.acts.querySelector(`[data-key="${focus}"]`))?.focus();
  }

  /** @param {Offer} offer */
  build({ label, wish, main, why, key }) {
    const pressed = () => {
      if (wish) ask(this, "wish", wish);
      else if (why) this.explain(why);
    };
    const off = wish ? null : "true";
    return button(label, pressed, { main: main && Boolean(wish), "aria-disabled": off, title: why, "data-key": key });
  }

  /** Other cards are chosen: what can be pressed follows. */
  rechosen() {
    this.hush();
    if (!this.state) return;
    this.offers(this.state, isMine(this.state.view) && !this.state.view.held);
    this.extra?.show(this.state, this.hand.picks);
  }

  resort() {
    const orders = this.state?.module.orders ?? [], at = orders.indexOf(this.order());
    const elsewhere = setting("sort").split(" ").filter((one) => !orders.includes(one));
    choose("sort", [orders[(at + 1) % orders.length] ?? "", ...elsewhere].join(" "));
    this.hand.sort();
    if (this.state) this.offers(this.state, isMine(this.state.view) && !this.state.view.held);
  }

  /** Says why not, above the hand and never over it. @param {string} text */
  explain(text) {
    clearTimeout(this.whyTimer);
    say(this.why, text);
    this.why.hidden = false;
    this.whyTimer = setTimeout(() => this.hush(), WHY_MS);
    ask(this, "speak", { text });
  }

  hush() {
    clearTimeout(this.whyTimer);
    this.why.hidden = true;
  }

  /** The seconds of my clock, once they matter. @param {number | null} left @param {boolean} spare */
  countdown(left, spare) {
    say(
      this.seconds,
      left === null ? "" : spare ? t("clock.spare", { n: left }) : t("clock.seconds", { n: left }),
    );
    mark(this.seconds, "data-soon", left !== null && left <= 5);
  }
}
customElements.define("own-side", OwnSide);
