/* The window over the board, one at a time: what the view itself asks (a vote, whatever the game asks), and what I ask
   for. */
import { h, button, ask } from "../dom.js";
import { t } from "../i18n.js";
import { leaveWindow, voteWindow } from "./ask-window.js";
import { LogList } from "./log-list.js";

/** @import {View} from "../../wire.d.ts" */
/** @import {TableState} from "../table-state.js" */

/** What only shows something stays this long when its time is over: others may play on within a second (ms). */
const READ_MS = 8000;

export class TableWindows {
  /** @param {() => HTMLElement} place where windows lie now */
  constructor(place) {
    this.place = place;
    /** What I wish to be asked by the game, by the name it gave. @type {string | null} */
    this.asked = null;
    /** @type {HTMLElement | null} */
    this.node = null;
    this.what = "";
    /** A window of the game that was shut for good. */
    this.past = "";
    /** Where the keyboard was before. @type {Element | null} */
    this.from = null;
    this.log = new LogList();
  }

  /** What my own line says while the game asks me. @param {TableState} state */
  lineOf({ view, module }) {
    return (this.asked && view.phase === "playing" && module.window(view, this.asked)?.line) || "";
  }

  /** Opens and shuts what the view itself asks for. @param {TableState} state */
  show(state) {
    const { view, module } = state;
    if (view.phase === "vote" && view.you !== null) this.voting(view);
    else this.gaming(view.phase === "playing" ? module.window(view, this.asked) : null);
    if (this.what === "log") this.log.show(state);
  }

  /** @param {View} view */
  voting(view) {
    const asked = !view.vote?.accepted.includes(view.you ?? -1), begins = !this.what.startsWith("vote");
    const had = this.node?.contains(document.activeElement) ?? false;
    this.open(`vote ${JSON.stringify(view.vote)}`, () => voteWindow(view), false);
    if ((asked && begins) || had) this.node?.focus();   // the window, no button: a key pressed just now answers nothing
  }

  /** @param {import("../games/index.js").Asked | null} asked */
  gaming(asked) {
    const what = asked ? `game ${asked.key}` : "";
    if (what !== this.past) this.past = "";
    if (asked && what !== this.past) {
      this.open(what, asked.build, asked.focus);
      if (asked.shuts) this.node?.toggleAttribute("data-shuts", true);
    } else if (this.what.startsWith("game") && this.node?.hasAttribute("data-shuts")) this.fade(this.node);
    else if (/^(vote|game)/.test(this.what)) this.close();
    else if (this.node && this.node.parentElement !== this.place()) this.place().append(this.node);
    if (!asked) this.asked = null;
  }

  /** Shuts a window a little later, unless it is gone by then. @param {HTMLElement} node */
  fade(node) {
    if (node.hasAttribute("data-fades")) return;
    node.toggleAttribute("data-fades", true);
    setTimeout(() => { if (this.node === node) this.close(); }, READ_MS);
  }

  /**
   * @param {string} what
   * @param {() => HTMLElement} build
   * @param {boolean | "window"} focus does somebody wait for it, so that the keyboard belongs to it, or to no button of it?
   */
  open(what, build, focus) {
    if (this.what === what && this.node?.isConnected) return;
    if (!this.node?.contains(document.activeElement)) this.from = document.activeElement;
    this.node?.remove();
    this.node = build();
    this.what = what;
    this.place().append(this.node);
    const first = /** @type {HTMLElement | null} */ (this.node.querySelector(".hues button, .btn.main, .btn"));
    if (focus === "window") this.node.focus();
    else if (focus) first?.focus();
  }

  /** @returns {boolean} whether the keyboard was in it */
  close() {
    const had = this.node?.contains(document.activeElement) ?? false;
    if (this.node?.hasAttribute("data-shuts")) this.past = this.what;
    this.node?.remove();
    this.node = null;
    this.what = "";
    this.asked = null;
    return had;
  }

  /** Opens the window, or shuts it where it is open. @param {View} view */
  leaving(view) {
    if (this.what === "leave") this.close();
    else this.open("leave", () => leaveWindow(view), true);
  }

  /** @param {TableState} state */
  logging(state) {
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
    this.log.show(state);
  }

  /** One of several choices in a row, such as colours, by its number. @param {number} n */
  pick(n) {
    const hues = /** @type {NodeListOf<HTMLElement> | undefined} */ (this.node?.querySelectorAll(".hues button"));
    hues?.[n - 1]?.click();
  }
}
