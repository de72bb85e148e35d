/* What keeps the page from going on: the line is down, or the table stands still. Told only when it lasts, so that a blip
   is no news; over only when what is shown is true again. */

/** @import {Link} from "./socket.js" */
/** @import {Store} from "./store.js" */

/** @typedef {"lost" | "stalled"} Kind */

const BLIP_MS = 700, LONG_MS = 3_000;

/** Whether the page waits, and nothing can be pressed that changes a game. */
export const waits = () => document.documentElement.hasAttribute("data-offline");

/** Event: "change" (what is shown, or that it has lasted long). */
export class Trouble extends EventTarget {
  /** @param {Link} link @param {Store} store */
  constructor(link, store) {
    super();
    this.link = link;
    this.store = store;
    /** @type {Kind | null} */
    this.kind = null;
    /** What is worth telling. @type {Kind | null} */
    this.shown = null;
    this.long = false;
    /** @type {ReturnType<typeof setTimeout>[]} */
    this.timers = [];
    link.addEventListener("state", () => this.look());
    for (const name of ["stalled", "table", "forgot", "gone"]) store.addEventListener(name, () => this.look());
  }

  /** @returns {Kind | null} */
  now() {
    const { state, attempt } = this.link, tables = [...this.store.tables.values()].filter(({ view }) => view);
    if (state === "waiting" || (state === "connecting" && (attempt > 0 || this.kind))) return "lost";
    if (state !== "open") return null;
    if (tables.some(({ stalled }) => stalled)) return "stalled";
    return tables.some(({ asked }) => asked) ? this.kind : null;     // the line is back, what it brings is not
  }

  look() {
    const kind = this.now(), began = kind && !this.kind, had = this.shown;
    this.kind = kind;
    if (began) this.timers = [setTimeout(() => this.tell(), BLIP_MS), setTimeout(() => this.tell(true), LONG_MS)];
    if (!kind) {
      for (const timer of this.timers) clearTimeout(timer);
      this.shown = null;
      this.long = false;
    } else if (had) this.shown = kind;
    if (had !== this.shown) this.dispatchEvent(new Event("change"));
  }

  tell(long = false) {
    this.shown = this.kind;
    this.long = long;
    this.dispatchEvent(new Event("change"));
  }
}
