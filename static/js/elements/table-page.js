/* <table-page>: a table, whatever its phase. It draws the newest view and tells what is wanted; it decides nothing.
   Out: "act" {action}, "start", "vote" {accept}, "ready", "again", "sit", "practice", "leave", "home", "copy", "speak". */
import { art, ask, button, h, iconButton, mark, put, say } from "../dom.js";
import { number, t } from "../i18n.js";
import { choose, setting, still } from "../settings.js";
import { gameName } from "../words.js";
import { acting, can, isMine, playsOf } from "../table-state.js";
import { show as move } from "../motion.js";
import { colorWindow, leaveWindow, voteWindow } from "./ask-window.js";
import { DREW_MS, SeatList } from "./seat-list.js";
import { LogList } from "./log-list.js";
import { MatchResult } from "./match-result.js";
import { OwnSide } from "./own-side.js";
import { RoundResult } from "./round-result.js";
import { TableMiddle } from "./table-middle.js";
import { WaitingRoom } from "./waiting-room.js";

/** @import {TableState} from "../table-state.js" */
/** @import {Event, View} from "../../wire.d.ts" */

/** How long the last card of a round is looked at before the result opens (ms). */
const LAST_LOOK_MS = 1600;

export class TablePage extends HTMLElement {
  constructor() {
    super();
    /** @type {TableState | null} */
    this.state = null;
    /** @type {Map<number, {count: number, until: number}>} */
    this.drew = new Map();
    /** Card whose colour is being asked. @type {string | null} */
    this.coloring = null;
    /** @type {HTMLElement | null} */
    this.window = null;
    this.windowFor = "";
    this.resultAt = 0;
    this.title_ = h("h1");
    this.code = h("span", { class: "chip code" });
    this.pot = h("span", { class: "coins" }, art("coin", ""), h("span"));
    this.practice = h("span", { class: "chip" });
    this.bell = iconButton("sound", "", () => choose("sound", !setting("sound")), { class: "btn plain square bell" });
    this.logButton = iconButton("list", "", () => this.toggleLog(), { class: "btn plain square loglist" });
    this.seats = new SeatList();
    this.middle = new TableMiddle();
    this.own = new OwnSide();
    this.log = new LogList();
    this.side = h("aside", { class: "side" });
    this.watchers = h("p", { class: "soft tiny row watchers" });
    this.board = h("section", { class: "board" }, h("div", { class: "cloth" }), this.seats, this.middle);
    this.waiting = new WaitingRoom();
    this.strip = h("div", { class: "watch" });
    this.room = h("main", { class: "room", id: "main" });
    this.round = new RoundResult();
    this.match = new MatchResult();
  }

  connectedCallback() {
    this.className = "at-table";
    const bar = h("header", { class: "bar" },
      iconButton("back-arrow", t("leave.button"), () => this.askLeave()), this.title_, this.code, h("span", { class: "fill" }), this.practice, this.pot, this.bell, this.logButton);
    mark(this.board, "aria-label", t("table.board"));
    this.side.append(h("h2", { text: t("log.title") }), this.log, this.watchers);
    this.room.append(this.board, this.own, this.waiting, this.strip, this.side);
    for (const part of [this.middle, this.own, this.waiting, this.strip, this.pot, this.practice, this.watchers]) part.hidden = true;
    this.append(bar, this.room);
    this.addEventListener("play-card", (event) => this.played(/** @type {CustomEvent} */ (event).detail.card));
    this.addEventListener("stock", () => this.fromStock());
    this.addEventListener("close", () => this.closeWindow());
    this.addEventListener("act", () => { this.coloring = null; });
  }

  /** @param {TableState} state @param {{before: View | null, events: Event[]}} [news] */
  show(state, news = { before: state.view, events: [] }) {
    const hands = this.own.hand.places(), cards = new Map(this.own.hand.order.items.map((item) => [item.key, item.card]));
    const chosen = this.own.hand.played ?? this.own.hand.chosen;
    this.state = state;
    this.note(news.events);
    this.head(state);
    const ended = news.events.some((event) => event.type === "round_ended");
    if (ended && !still()) this.later(LAST_LOOK_MS);
    const result = ["pause", "over"].includes(state.view.phase) && state.view.game && Date.now() >= this.resultAt;
    if (result) this.showResult(state);
    else this.showRoom(state, news.before);
    this.windows(state);
    ask(this, "drawn");
    if (result || news.events.length === 0) return;
    move(news.events, state.view, {
      stock: () => this.middle.stock,
      top: () => this.middle.top,
      seat: (seat) => (seat === state.view.you ? this.own.pic : this.seats.querySelector(`[data-seat="${seat}"] .pic`)),
      held: (card) => {
        const key = chosen && cards.get(chosen) === card ? chosen : [...cards].find(([, held]) => held === card)?.[0];
        return key ? hands.get(key) ?? null : null;
      },
      fresh: () => this.own.fresh.flatMap((key) => this.own.hand.holdAt(key) ?? []),
    });
  }

  /** The result waits a little, so that the last card is seen. @param {number} ms */
  later(ms) {
    this.resultAt = Date.now() + ms;
    setTimeout(() => { if (this.isConnected && this.state) this.show(this.state); }, ms + 20);
  }

  /** Remembers who drew. @param {Event[]} events */
  note(events) {
    const now = this.state?.now() ?? 0;
    for (const { type, seat, count } of events) {
      if (type === "drew" && seat !== undefined && count) this.drew.set(seat, { count, until: now + DREW_MS });
      if (type === "dealt") this.drew.clear();
    }
    for (const [seat, { until }] of this.drew) if (until <= now) this.drew.delete(seat);
  }

  /** @param {TableState} state */
  head({ view, watching }) {
    say(this.title_, gameName(view.table.game));
    say(this.code, view.table.code);
    mark(this.code, "aria-label", t("table.code", { code: view.table.code.split("").join(" ") }));
    const early = ["waiting", "vote"].includes(view.phase), pot = early ? view.table.bet : view.pot;
    this.practice.hidden = view.table.bet > 0;
    say(this.practice, t("practice"));
    this.pot.hidden = !view.table.bet;
    say(/** @type {Element} */ (this.pot.lastElementChild), number(pot));
    mark(this.pot, "title", t(early ? "table.bet" : "table.pot"));
    const on = setting("sound");
    mark(this.bell, "aria-label", t(on ? "sound.off" : "sound.on"));
    mark(this.bell, "title", t(on ? "sound.off" : "sound.on"));
    if (this.bell.dataset.on !== String(on)) put(this.bell, art(on ? "sound" : "mute"));
    this.bell.dataset.on = String(on);
    mark(this.logButton, "aria-label", t("log.title"));
    mark(this.logButton, "title", t("log.title"));
    this.watchers.hidden = watching === 0;
    if (watching) put(this.watchers, art("eye"), h("span", { text: t("watching", { n: watching }) }));
  }

  /** @param {TableState} state @param {View | null} before */
  showRoom(state, before) {
    const { view } = state;
    if (!this.room.isConnected) this.append(this.room);
    this.round.remove();
    this.match.remove();
    this.seats.show(state, this.drew);
    this.middle.show(state);
    this.own.hidden = view.you === null;
    this.own.show(state, before, this.coloring !== null);
    this.waiting.hidden = view.phase !== "waiting";
    if (!this.waiting.hidden) this.waiting.show(state);
    this.log.show(state.log);
    mark(this.room, "data-phase", view.phase);
    this.watchStrip(state);
  }

  /** @param {TableState} state */
  showResult({ view, elsewhere }) {
    const now = view.phase === "over" ? this.match : this.round;
    if (view.phase === "over") this.match.show(view, elsewhere?.code ?? null);
    else this.round.show(view);
    if (now.isConnected) return;
    this.room.remove();
    (now === this.match ? this.round : this.match).remove();
    this.append(now);
    now.scrollTop = 0;
    /** @type {HTMLElement | null} */ (now.querySelector("h1"))?.focus({ preventScroll: true });
  }

  /** @param {TableState} state */
  watchStrip({ view, watching, elsewhere }) {
    this.strip.hidden = view.you !== null && !elsewhere;
    if (this.strip.hidden) return;
    const looks = JSON.stringify([view.you, watching, elsewhere]);
    if (this.strip.dataset.drawn === looks) return;
    this.strip.dataset.drawn = looks;
    if (view.you === null) put(this.strip, art("eye"), h("span", { text: t("watch.you") }), watching > 1 ? h("span", { class: "soft tiny", text: t("watching", { n: watching }) }) : null);
    else if (elsewhere) put(this.strip, art("clock"), h("span", { text: t("elsewhere.text", { code: elsewhere.code }) }), h("a", { href: `/t/${elsewhere.code}`, text: t("elsewhere.go") }));
  }

  // ---- windows ------------------------------------------------------------------------------------------------

  /** Opens and shuts what the view itself asks for. @param {TableState} state */
  windows({ view }) {
    const hand = view.game?.hand ?? [];
    if (this.coloring && (!isMine(view) || view.held || playsOf(view, this.coloring).length === 0)) this.coloring = null;
    if (view.phase === "vote" && view.you !== null) this.open(`vote ${JSON.stringify(view.vote)}`, () => voteWindow(view), false);
    else if (isMine(view) && view.game?.choosing === view.you) {
      this.open("choose", () => colorWindow((view.game?.legal ?? []).filter((action) => action.type === "choose"), hand, false), true);
    } else if (this.coloring) {
      const card = this.coloring;
      this.open(`color ${card}`, () => colorWindow(playsOf(view, card), hand, true, card), true);
    } else if (/^(vote|choose|color)/.test(this.windowFor)) this.closeWindow();
    else if (this.window) this.place(this.window);
  }

  /** @param {string} what @param {() => HTMLElement} build @param {boolean} focus */
  open(what, build, focus) {
    if (this.windowFor === what && this.window?.isConnected) return;
    this.window?.remove();
    this.window = build();
    this.windowFor = what;
    this.place(this.window);
    if (focus) /** @type {HTMLElement | null} */ (this.window.querySelector(".hues button, .btn.main, .btn"))?.focus();
  }

  /** Over the board, or over the result. @param {HTMLElement} window */
  place(window) {
    const place = this.room.isConnected ? this.board : this;
    if (window.parentElement !== place) place.append(window);
  }

  closeWindow() {
    const had = this.window?.contains(document.activeElement);
    this.window?.remove();
    this.window = null;
    this.windowFor = "";
    if (this.coloring) {
      this.coloring = null;
      if (this.state) this.own.show(this.state, this.state.view, false);
    }
    if (had) /** @type {HTMLElement | null} */ (this.own.hand.list.querySelector('[tabindex="0"]'))?.focus();
  }

  /** Leaving says beforehand what it costs; where it costs nothing and nobody sits, it just goes. */
  askLeave() {
    const view = this.state?.view;
    if (!view || view.you === null || view.phase === "closed") ask(this, "home");
    else if (this.windowFor === "leave") this.closeWindow();
    else this.open("leave", () => leaveWindow(view), true);
  }

  toggleLog() {
    if (!this.state) return;
    if (this.windowFor === "log") {
      this.closeWindow();
      return;
    }
    const log = new LogList(), entries = this.state.log;
    this.open("log", () => h("div", { class: "ask sheet", role: "dialog", "aria-label": t("log.title") },
      h("div", { class: "row apart" }, h("h2", { text: t("log.title") }), button(t("close"), () => this.closeWindow(), { cls: "small" })), log), true);
    log.show(entries);
  }

  // ---- what I want --------------------------------------------------------------------------------------------

  /** @param {string} card */
  played(card) {
    const plays = this.state ? playsOf(this.state.view, card) : [];
    if (plays.length === 0 || !this.state) return;
    if (plays.length === 1) ask(this, "act", { action: plays[0] });
    else {
      this.coloring = card;
      this.own.show(this.state, this.state.view, true);
      this.windows(this.state);
    }
  }

  fromStock() {
    const view = this.state?.view;
    const action = view && isMine(view) ? can(view, "take") ?? can(view, "draw") : undefined;
    if (action) ask(this, "act", { action });
    else if (view && acting(view) !== null && view.you !== null) this.own.explain(t(isMine(view) ? "refused.must_play" : "refused.not_your_turn"));
  }

  /** One of the four (or however many) colours, by its number. @param {number} n */
  pickColor(n) {
    const hues = /** @type {NodeListOf<HTMLElement>} */ (this.window?.querySelectorAll(".hues button") ?? []);
    hues[n - 1]?.click();
  }
}
customElements.define("table-page", TablePage);
