/* The window over the board, one at a time: what the view itself asks (a vote, a colour), and what I ask for. */
import { h, button, ask } from "../dom.js";
import { t } from "../i18n.js";
import { isMine, playsOf } from "../table-state.js";
import { colorWindow, leaveWindow, voteWindow } from "./ask-window.js";
import { LogList } from "./log-list.js";

/** @import {View} from "../../wire.d.ts" */
/** @import {TableState} from "../table-state.js" */

export class TableWindows {
  /** @param {() => HTMLElement} place where windows lie now */
  constructor(place) {
    this.place = place;
    /** Card whose colour is being asked. @type {string | null} */
    this.coloring = null;
    /** @type {HTMLElement | null} */
    this.node = null;
    this.what = "";
    this.log = new LogList();
  }

  /** Opens and shuts what the view itself asks for. @param {TableState} state */
  show({ view, log }) {
    const hand = view.game?.hand ?? [], card = this.coloring, n = view.game?.penalty ?? 0;
    const waits = n ? t(view.game?.turn === view.you ? "event.penalty.you" : "bill.sum", { n }) : "";
    if (card && (!isMine(view) || view.held || playsOf(view, card).length === 0)) this.coloring = null;
    if (view.phase === "vote" && view.you !== null) {
      const asked = !view.vote?.accepted.includes(view.you), begins = !this.what.startsWith("vote");
      const had = this.node?.contains(document.activeElement) ?? false;
      this.open(`vote ${JSON.stringify(view.vote)}`, () => voteWindow(view), false);
      if ((asked && begins) || had) this.node?.focus();   // the window, no button: a key pressed just now answers nothing
    } else if (isMine(view) && view.game?.choosing === view.you) {
      const choices = (view.game?.legal ?? []).filter((action) => action.type === "choose");
      this.open("choose", () => colorWindow(choices, hand, false, waits), true);
    } else if (card && this.coloring) {
      this.open(`color ${card}`, () => colorWindow(playsOf(view, card), hand, true, waits, card), true);
    } else if (/^(vote|choose|color)/.test(this.what)) this.close();
    else if (this.node && this.node.parentElement !== this.place()) this.place().append(this.node);
    if (this.what === "log") this.log.show(log);
  }

  /**
   * @param {string} what
   * @param {() => HTMLElement} build
   * @param {boolean} focus does somebody wait for it, so that the keyboard belongs to it?
   */
  open(what, build, focus) {
    if (this.what === what && this.node?.isConnected) return;
    this.node?.remove();
    this.node = build();
    this.what = what;
    this.place().append(this.node);
    const first = /** @type {HTMLElement | null} */ (this.node.querySelector(".hues button, .btn.main, .btn"));
    if (focus) first?.focus();
  }

  /** @returns {boolean} whether the keyboard was in it */
  close() {
    const had = this.node?.contains(document.activeElement) ?? false;
    this.node?.remove();
    this.node = null;
    this.what = "";
    this.coloring = null;
    return had;
  }

  /** Opens the window, or shuts it where it is open. @param {View} view */
  leaving(view) {
    if (this.what === "leave") this.close();
    else this.open("leave", () => leaveWindow(view), true);
  }

  /** @param {TableState} state */
  logging({ log }) {
    if (this.what === "log") {
      this.close();
      return;
    }
    this.open("log", () => {
      const node = h("div", { class: "ask sheet", role: "dialog", "aria-label": t("log.title") },
        h("div", { class: "row apart" }, h("h2", { text: t("log.title") }),
          button(t("close"), () => ask(node, "close"), { cls: "small" })),
        this.log);
      return node;
    }, true);
    this.log.show(log);
  }

  /** One of the four (or however many) colours, by its number. @param {number} n */
  pickColor(n) {
    const hues = /** @type {NodeListOf<HTMLElement> | undefined} */ (this.node?.querySelectorAll(".hues button"));
    hues?.[n - 1]?.click();
  }
}
