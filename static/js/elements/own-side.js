/* <own-side>: my side of the table: picture and clock, what is going on, my cards, what I can press.
   Out: "act" {action}, "play-card", "why", "start", "practice", "sit". */
import { art, ask, button, face, h, iconButton, mark, put, say } from "../dom.js";
import { t } from "../i18n.js";
import { choose, setting } from "../settings.js";
import { acting, amActive, can, isMine, litCards, playsOf, statusLine } from "../table-state.js";
import { refusal } from "../words.js";
import { CardHand } from "./card-hand.js";

/** @import {TableState} from "../table-state.js" */
/** @import {Action, View} from "../../wire.d.ts" */

/**
 * @typedef {{label: string, action: Action | "back" | "drawn" | null, main?: boolean, why?: string, key: string}} Offer
 */

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
    this.sorted = iconButton("sort", "", () => this.resort());
    this.sorted.className = "btn square";
    this.addEventListener("why", (event) => this.explain(/** @type {CustomEvent} */ (event).detail.text));
    this.addEventListener("chosen", () => this.hush());
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
      h("div", { class: "self" }, this.pic, h("div", { class: "says" }, this.turn, this.call)),
      this.hand,
      this.acts,
    );
  }

  /**
   * @param {TableState} state
   * @param {View | null} before
   * @param {boolean} waitsForMe a choice is open: the line says so
   */
  show(state, before, waitsForMe) {
    this.state = state;
    const { view } = state,
      mine = isMine(view) && !view.held;
    mark(this, "class", mine ? "me mine" : "me");
    this.picture(view);
    say(this.text, waitsForMe ? t("status.choose") : statusLine(view));
    const called = view.you !== null && view.game?.announced.includes(view.you);
    say(
      this.call,
      called
        ? t("call.last_one")
        : view.game?.window?.seat === view.you && view.you !== null
          ? t("status.may_be_denounced")
          : "",
    );
    mark(this.call, "data-quiet", !called);
    this.call.hidden = !this.call.textContent;
    this.cards(view, before, mine);
    this.offers(view, mine);
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

  /** @param {View} view @param {View | null} before @param {boolean} mine */
  cards(view, before, mine) {
    const cards = view.game?.hand ?? [];
    const was = before?.game;
    const newRound = !was?.hand || was.round !== view.game?.round || was.hand.length === 0;
    const turnEnded = before !== null && acting(before) === view.you && acting(view) !== view.you;
    this.hand.hidden = cards.length === 0 && view.phase !== "playing";
    this.fresh = this.hand.show({
      cards,
      lit: mine ? litCards(view) : new Set(),
      reasons: view.game?.reasons ?? {},
      mine,
      sort: newRound || turnEnded,
    });
  }

  /** @param {View} view @param {boolean} mine */
  offers(view, mine) {
    const offers = view.phase === "playing" && view.game && amActive(view) ? this.game(view, mine) : [];
    const looks = JSON.stringify([offers, setting("sort"), Boolean(view.game?.hand)]);
    if (this.acts.dataset.drawn === looks) return;
    const focus = this.acts.contains(document.activeElement)
      ? document.activeElement?.getAttribute("data-key")
      : null;
    this.acts.dataset.drawn = looks;
    this.acts.hidden = offers.length === 0;
    const name = t(setting("sort") === "rank" ? "hand.sorted_rank" : "hand.sorted_colour");
    mark(this.sorted, "aria-label", name);
    mark(this.sorted, "title", name);
    put(this.acts, ...offers.map((offer) => this.build(offer)), offers.length ? this.sorted : null);
    if (focus) /** @type {HTMLElement | null} */ (this.acts.querySelector(`[data-key="${focus}"]`))?.focus();
  }

  /** @param {Offer} offer */
  build({ label, action, main, why, key }) {
    const pressed = () => {
      if (action === "back") ask(this, "back");
      else if (action === "drawn") ask(this, "play-card", { card: this.state?.view.game?.drawn });
      else if (action) ask(this, "act", { action });
      else if (why) this.explain(why);
    };
    const off = action ? null : "true";
    return button(label, pressed, { main: main && Boolean(action), "aria-disabled": off, title: why, "data-key": key });
  }

  /**
   * What I can press, always in the same places.
   * @param {View} view
   * @param {boolean} mine
   * @returns {Offer[]}
   */
  game(view, mine) {
    const game = view.game;
    if (!game) return [];
    const take = mine ? can(view, "take") : undefined,
      draw = mine ? can(view, "draw") : undefined,
      pass = mine ? can(view, "pass") : undefined;
    /** @type {Offer[]} */
    const offers = [];
    const away = view.you !== null && view.seats[view.you]?.standin;
    if (away) offers.push({ key: "back", label: t("act.back"), action: "back", main: true });
    if (mine && game.drawn) {
      const fits = playsOf(view, game.drawn).length > 0;
      offers.push({ key: "keep", label: t("act.keep"), action: pass ?? null });
      offers.push({ key: "play", label: t("act.play_it"), action: fits ? "drawn" : null, main: true });
    } else if (take)
      offers.push({ key: "draw", label: t("act.take", { n: game.penalty }), action: take, main: true });
    else if (pass && !draw) offers.push({ key: "draw", label: t("act.pass"), action: pass, main: true });
    else
      offers.push({
        key: "draw",
        label: t("act.draw"),
        action: draw ?? null,
        main: true,
        why: draw
          ? ""
          : refusal(mine ? (game.choosing === view.you ? "color_needed" : "must_play") : "not_your_turn"),
      });
    const last = mine ? can(view, "last_card") : undefined;
    const called = view.you !== null && game.announced.includes(view.you);
    if (away) for (const offer of offers.slice(1)) offer.main = false;
    offers.push({
      key: "last",
      label: t("call.last_one"),
      action: last ?? null,
      why: last ? "" : called ? t("refused.already_announced") : t("refused.not_two_cards"),
    });
    return offers;
  }

  resort() {
    choose("sort", setting("sort") === "rank" ? "colour" : "rank");
    this.hand.sort();
    if (this.state) this.offers(this.state.view, isMine(this.state.view) && !this.state.view.held);
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
