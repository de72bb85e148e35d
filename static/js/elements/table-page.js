/* <table-page>: a table, whatever its phase. It draws the newest view and tells what is wanted; it decides nothing.
   What a game is about it asks of the game's module. In: "wish" of any part (see games/index.js).
   Out: "act" {action}, "start", "vote" {accept}, "ready", "back", "again", "sit", "practice",
   "leave", "home", "copy" {text}, "speak" {text}, "drawn". */
import { art, ask, h, mark, put } from "../dom.js";
import { t } from "../i18n.js";
import { show as move } from "../motion.js";
import { still } from "../settings.js";
import { waits } from "../trouble.js";
import { LogList } from "./log-list.js";
import { MatchResult } from "./match-result.js";
import { OwnSide } from "./own-side.js";
import { RoundResult } from "./round-result.js";
import { DREW_MS, SeatList } from "./seat-list.js";
import { TableBar } from "./table-bar.js";
import { TableWindows } from "./table-windows.js";
import { WaitingRoom } from "./waiting-room.js";

/** @import {TableState} from "../table-state.js" */
/** @import {Middle, Wish} from "../games/index.js" */
/** @import {Event as Happened, View} from "../../wire.d.ts" */

/** How long the last card of a round is looked at before the result opens (ms). */
const LAST_LOOK_MS = 1600;
/** How long a game's short notice lies over the board (ms). */
const FLASH_MS = 5000;

export class TablePage extends HTMLElement {
  constructor() {
    super();
    /** @type {TableState | null} */
    this.state = null;
    /**
     * Who drew how many, and until when that is shown.
     * @type {Map<number, {count: number, until: number}>}
     */
    this.drew = new Map();
    this.resultAt = 0;
    this.bar = new TableBar();
    this.seats = new SeatList();
    /** @type {HTMLElement | null} */
    this.flashed = null;
    /** @type {Middle | null} made by the game */
    this.middle = null;
    this.board = h("section", { class: "board" }, h("div", { class: "cloth" }), this.seats);
    this.own = new OwnSide();
    this.waiting = new WaitingRoom();
    this.strip = h("div", { class: "watch" });
    this.log = new LogList();
    this.watchers = h("p", { class: "soft tiny row watchers" });
    this.room = h("main", { class: "room", id: "main" });
    this.round = new RoundResult();
    this.match = new MatchResult();
    /** @type {TableWindows} */
    this.windows = new TableWindows(() => (this.room.isConnected ? this.board : this));
  }

  connectedCallback() {
    if (this.firstChild) return;
    this.className = "at-table";
    mark(this.board, "aria-label", t("table.board"));
    const side = h("aside", { class: "side" }, h("h2", { text: t("log.title") }), this.log, this.watchers);
    this.room.append(this.board, this.own, this.waiting, this.strip, side);
    for (const part of [this.own, this.waiting, this.strip, this.watchers]) part.hidden = true;
    this.append(this.bar, this.room);
    this.addEventListener("play-card", (event) => {
      const { cards, onto } = /** @type {CustomEvent<{cards: string[], onto?: string}>} */ (event).detail;
      this.wish({ play: cards, onto });
    });
    this.addEventListener("wish", (event) => this.wish(/** @type {CustomEvent<Wish | null>} */ (event).detail));
    this.addEventListener("chosen", () => { if (this.state) this.middle?.show(this.state, this.own.hand.picks); });
    this.addEventListener("close", () => this.shut());
    this.addEventListener("bar-leave", () => this.leaving());
    this.addEventListener("bar-log", () => { if (this.state) this.windows.logging(this.state); });
  }

  /**
   * @param {TableState} state
   * @param {{before: View | null, events: Happened[]}} [news]
   */
  show(state, news = { before: state.view, events: [] }) {
    const places = this.places();
    this.state = state;
    this.note(news.events);
    this.bar.show(state);
    if (news.events.some((event) => event.type === "round_ended") && !still()) this.later(LAST_LOOK_MS);
    const { phase, game } = state.view;
    const result = ["pause", "over"].includes(phase) && game && Date.now() >= this.resultAt;
    if (result) this.showResult(state);
    else this.showRoom(state, news.before, news.events);
    this.windows.show(state);
    ask(this, "drawn");
    if (result || !news.events.length) return;
    move(news.events, state.view, places, state.module.moves);
    const flash = state.module.flash(news.events, state.view);
    if (flash) this.flash(flash);
  }

  /** Lies over the board for a few seconds, in the place of the one before. @param {HTMLElement} node */
  flash(node) {
    this.flashed?.remove();
    this.flashed = node;
    this.board.append(node);
    setTimeout(() => node.remove(), FLASH_MS);
  }

  /** Where things lie, my cards as they lay before this update. @returns {import("../motion.js").Places} */
  places() {
    const { hand } = this.own, lay = hand.places(true), items = hand.order.items, pressed = hand.played ?? hand.chosen;
    return {
      stock: () => this.middle?.stock ?? null,
      top: () => this.middle?.top ?? null,
      seat: (seat) => (seat === this.state?.view.you ? this.own.pic : this.seats.querySelector(`[data-seat="${seat}"] .pic`)),
      held: (card) => {
        const item = items.find((one) => one.key === pressed && one.card === card) ?? items.find((one) => one.card === card);
        return (item && lay.get(item.key)) ?? null;
      },
      part: (name) => this.middle?.spot(name),
      fresh: () => this.own.fresh.flatMap((key) => hand.holdAt(key) ?? []),
    };
  }

  /** The result waits a little, so that the last card is seen. @param {number} ms */
  later(ms) {
    this.resultAt = Date.now() + ms;
    setTimeout(() => { if (this.isConnected && this.state) this.show(this.state); }, ms + 20);
  }

  /** Remembers who drew. @param {Happened[]} events */
  note(events) {
    const now = this.state?.now() ?? 0;
    for (const { type, seat, count } of events) {
      if (type === "drew" && count) this.drew.set(seat, { count, until: now + DREW_MS });
      if (type === "dealt") this.drew.clear();
    }
    for (const [seat, { until }] of this.drew) if (until <= now) this.drew.delete(seat);
  }

  /**
   * @param {TableState} state
   * @param {View | null} before
   * @param {readonly Happened[]} events
   */
  showRoom(state, before, events) {
    const { view, watching } = state;
    if (!this.middle) this.board.append((this.middle = new state.module.middle()));
    if (!this.room.isConnected) this.append(this.room);
    this.round.remove();
    this.match.remove();
    this.seats.show(state, this.drew);
    this.own.hidden = view.you === null;
    this.own.show(state, before, this.windows.lineOf(state), events);
    this.middle.show(state, this.own.hand.picks);
    this.waiting.hidden = view.phase !== "waiting";
    if (!this.waiting.hidden) this.waiting.show(state);
    this.log.show(state);
    mark(this.room, "data-phase", view.phase);
    this.watchers.hidden = watching === 0;
    if (watching) put(this.watchers, art("eye"), h("span", { text: t("watching", { n: watching }) }));
    this.showStrip(state);
  }

  /** @param {TableState} state */
  showResult(state) {
    const over = state.view.phase === "over", shown = over ? this.match : this.round;
    shown.show(state);
    if (shown.isConnected) return;
    this.room.remove();
    (over ? this.round : this.match).remove();
    this.append(shown);
    shown.scrollTop = 0;
    /** @type {HTMLElement | null} */ (shown.querySelector("h1"))?.focus({ preventScroll: true });
  }

  /** Whoever only watches, or waits elsewhere, is told so. @param {TableState} state */
  showStrip({ view, watching, elsewhere }) {
    const watches = view.you === null;
    this.strip.hidden = !watches && !elsewhere;
    const looks = JSON.stringify([watches, watching, elsewhere]);
    if (this.strip.hidden || this.strip.dataset.drawn === looks) return;
    this.strip.dataset.drawn = looks;
    if (watches) {
      put(this.strip, art("eye"), h("span", { text: t("watch.you") }),
        watching > 1 ? h("span", { class: "soft tiny", text: t("watching", { n: watching }) }) : null);
    } else if (elsewhere) {
      put(this.strip, art("clock"), h("span", { text: t("elsewhere.text", { code: elsewhere.code }) }),
        h("a", { href: `/t/${elsewhere.code}`, text: t("elsewhere.go") }));
    }
  }

  /** Shuts the window, and the keyboard goes back to where it was; a card that waited for an answer goes back. */
  shut() {
    const asked = this.windows.asked !== null, { from } = this.windows, had = this.windows.close();
    if (asked && this.state) this.own.show(this.state, this.state.view, "", []);
    if (!had) return;
    if (from instanceof HTMLElement && from !== document.body && from.isConnected) from.focus();
    else this.own.hand.focusCard();
  }

  /** Leaving says beforehand what it costs; whoever has no seat just goes. */
  leaving() {
    const view = this.state?.view;
    if (!view || view.you === null || view.phase === "closed") ask(this, "home");
    else this.windows.leaving(view);
  }

  /** Somebody touched a thing of the game: the table does what that means. @param {Wish | null} wish */
  wish(wish) {
    if (!this.state || !wish) return;
    if ("play" in wish) this.wish(this.state.module.play(this.state.view, wish.play, wish.onto));
    else if ("choose" in wish) this.own.hand.pick(wish.choose);
    else if ("why" in wish) this.own.explain(wish.why);
    else if ("back" in wish) ask(this, "back");
    else if ("ask" in wish) {
      this.windows.asked = wish.ask;
      this.own.show(this.state, this.state.view, this.windows.lineOf(this.state), []);
      this.windows.show(this.state);
    } else if (waits()) {
      this.own.hand.choose(null);
      this.own.explain(t("link.wait"));
    } else {
      ask(this, "act", { action: wish.act });
      if (this.windows.what.startsWith("game")) this.shut();
    }
  }
}
customElements.define("table-page", TablePage);
