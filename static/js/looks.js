/* What people wear: asked for once for many, kept true by the link. Events: "looks". */
import { presents } from "./api-presents.js";
import { link } from "./app.js";

/** @import {Frame} from "../wire.d.ts" */
/** @import {Looks} from "../http.d.ts" */

/** So many are asked for at once. */
const MOST = 100;

class Wardrobe extends EventTarget {
  constructor() {
    super();
    /** @type {Map<number, Looks | null>} null: asked for */
    this.known = new Map();
    link.addEventListener("frame", (event) => this.hear(/** @type {CustomEvent<Frame>} */ (event).detail));
  }

  /** What somebody wears, as far as it is known. @param {number} id */
  of(id) {
    return this.known.get(id) ?? null;
  }

  /** Asks for those who are not known yet; robots wear nothing. @param {number[]} ids */
  want(ids) {
    const news = [...new Set(ids)].filter((id) => id > 0 && !this.known.has(id)).slice(0, MOST);
    if (news.length) this.ask(news);
  }

  /** @param {number[]} ids */
  async ask(ids) {
    for (const id of ids) this.known.set(id, this.of(id));
    try {
      for (const looks of await presents.looks(ids)) this.known.set(looks.player, looks);
      this.tell();
    } catch {
      for (const id of ids) if (!this.of(id)) this.known.delete(id);   // asked again when it is wanted again
    }
  }

  /** @param {Frame} frame */
  hear(frame) {
    if (frame.type === "hello" && this.known.size) this.ask([...this.known.keys()].slice(-MOST));
    if (frame.type !== "looks") return;
    this.known.set(frame.looks.player, frame.looks);
    this.tell();
  }

  tell() {
    this.dispatchEvent(new Event("looks"));
  }
}

export const wardrobe = new Wardrobe();
