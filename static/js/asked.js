/* What was asked of the server and has no last word yet: sent again under the same id until it has one, so that a lost
   answer is no lost move and no second one. */
import { newId } from "./ids.js";

/** @import {Ack, Reject} from "../wire.d.ts" */

/** How long a command is worth repeating: what was meant half a minute ago is not meant now. */
const LIFE_MS = 20_000;
/** This long without an answer and the line is doubted; so much later the command is sent again. */
const DOUBT_MS = 1_500, OVERDUE_MS = 3_500;
const PAUSE = { least_ms: 100, base_ms: 150, cap_ms: 1_000 };

/** Refusals of the moment: nothing was changed, and the same may be asked again. */
export const PASSING = ["try_again", "busy", "unreachable"];

/**
 * @typedef {{id: string, type: string, frame: string, until: number, repeat: boolean, refused: number, done: (ack: Ack) => void,
 *   failed: (why: RefusedError) => void, timer?: ReturnType<typeof setTimeout>, why?: RefusedError}} Wish
 * `why` is the last refusal of the moment: what it fails with when its time is over.
 */

/** The server said no to a command, or it could not be asked (code "offline"). */
export class RefusedError extends Error {
  /** @param {string} code @param {string} text @param {Record<string, any>} [facts] */
  constructor(code, text, facts = {}) {
    super(text);
    this.code = code;
    this.facts = facts;
  }
}
export const offline = () => new RefusedError("offline", "no connection");

export class Asked {
  /**
   * @param {(frame: string) => boolean} send says whether there is a line to send it on
   * @param {() => void} doubt an answer is long in coming
   */
  constructor(send, doubt) {
    this.send = send;
    this.doubt = doubt;
    /** @type {Map<string, Wish>} oldest first */
    this.wishes = new Map();
  }

  /** @param {string} type @param {Record<string, unknown>} fields @param {boolean} repeat @returns {Promise<Ack>} */
  post(type, fields, repeat) {
    const id = newId(), frame = JSON.stringify({ type, id, ...fields }), until = Date.now() + LIFE_MS;
    return new Promise((done, failed) => {
      const wish = { id, type, frame, until, repeat, refused: 0, done, failed };
      this.wishes.set(id, wish);
      this.tell(wish);
    });
  }

  /** Says it, again if need be. @param {Wish} wish */
  tell(wish) {
    clearTimeout(wish.timer);
    if (wish.until <= Date.now()) this.end(wish)?.failed(wish.why ?? offline());
    else if (this.send(wish.frame) && wish.type !== "ping") wish.timer = setTimeout(() => this.late(wish), DOUBT_MS);
  }

  /** @param {Wish} wish */
  late(wish) {
    this.doubt();
    if (wish.repeat && this.wishes.has(wish.id)) wish.timer = setTimeout(() => this.tell(wish), OVERDUE_MS);
  }

  /** The type of what was accepted; undefined for everything else. @param {Ack | Reject} frame */
  answer(frame) {
    const wish = frame.id ? this.wishes.get(frame.id) : undefined;
    if (!wish) return undefined;
    if (frame.type === "ack") {
      this.end(wish)?.done(frame);
      return wish.type;
    }
    wish.why = new RefusedError(frame.code, frame.text, frame);
    const pause = PAUSE.least_ms + Math.random() * Math.min(PAUSE.cap_ms, PAUSE.base_ms * 2 ** wish.refused++);
    if (wish.repeat && PASSING.includes(frame.code) && Date.now() + pause < wish.until) {
      clearTimeout(wish.timer);
      wish.timer = setTimeout(() => this.tell(wish), pause);
    } else this.end(wish)?.failed(wish.why);
    return undefined;
  }

  /** A new line: all that has no last word goes over it, oldest first. @param {Wish[]} wishes */
  retell(wishes) {
    for (const wish of wishes) if (this.wishes.has(wish.id)) this.tell(wish);
  }

  /** The line broke: what is not worth repeating, or not any more, fails. */
  broken() {
    this.forget((wish) => !wish.repeat || wish.until < Date.now());
  }

  /** Rejects what will not be asked any more. @param {(wish: Wish) => boolean} which */
  forget(which) {
    for (const wish of [...this.wishes.values()]) if (which(wish)) this.end(wish)?.failed(wish.why ?? offline());
  }

  /** @param {Wish} wish */
  end(wish) {
    clearTimeout(wish.timer);
    return this.wishes.delete(wish.id) ? wish : undefined;
  }
}
