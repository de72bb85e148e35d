/* One socket for everything that is live. It comes back by itself and watches again what was watched; what it is asked
   meanwhile waits for it (see asked.js). */
import { Asked, PASSING, RefusedError, offline } from "./asked.js";

/** @import {Ack, Frame} from "../wire.d.ts" */

export const PROTOCOL = "sobremesa.v1";
const BACKOFF = { base_ms: 250, cap_ms: 10_000 };
/** At a table the first half minute or so is not waited away: whoever plays is there 2 s after the server is. */
const EAGER = { cap_ms: 2_000, attempts: 24 };
/** An attempt that is not greeted by then is given up; on a slow line each one may take longer than the one before. */
const GREETING = { base_ms: 3_000, cap_ms: 9_000 };
/** How long nothing is heard before a ping, and after it before the line is dead, whatever the browser thinks. */
const AT_TABLE = { ping_ms: 2_500, dead_ms: 2_500 }, ELSEWHERE = { ping_ms: 10_000, dead_ms: 8_000 };
/** A line is good when it has lasted so long, or carried what only a good one carries. */
const GOOD_MS = 5_000;
const SMALL_TALK = ["ping", "lobby", "unwatch"];
/** A watch that is refused for the moment is asked for again: at least, at most after so long. */
const REWATCH = { least_ms: 100, cap_ms: 2_000 };

/** @typedef {"off" | "connecting" | "open" | "waiting" | "replaced" | "ended" | "refused" | "outdated"} LinkState */

/**
 * Wait before attempt n (from 0): anything up to a bound that doubles.
 * @param {number} attempt
 * @param {() => number} chance
 * @param {boolean} [eager]
 */
export function backoff(attempt, chance = Math.random, eager = false) {
  const cap = eager && attempt < EAGER.attempts ? EAGER.cap_ms : BACKOFF.cap_ms;
  return chance() * Math.min(cap, BACKOFF.base_ms * 2 ** attempt);
}

/**
 * Events: "state" (the link's state changed), "frame" (detail: a frame from the server), "unwatchable" (detail: table, code,
 * text), "put_off" (detail: a table that can't be seen for the moment).
 */
export class Link extends EventTarget {
  /** @param {string} url @param {(url: string, protocol: string) => WebSocket} [open] */
  constructor(url, open = (at, protocol) => new WebSocket(at, protocol)) {
    super();
    this.url = url;
    this.open = open;
    /** @type {LinkState} */
    this.state = "off";
    /** Attempts since the line was last good. */
    this.attempt = 0;
    /** Attempts that were given up since. */
    this.slow = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.asked = new Asked((frame) => this.send(frame), () => this.doubt());
    /** @type {Set<number>} */
    this.watched = new Set();
    this.lobbyOn = false;
    /** The server moves: come back within so many ms. @type {number | null} */
    this.moving = null;
    this.pinged = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} the next attempt */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.pulse = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.trial = undefined;
  }

  /** Opens the link, or opens it again at once. Does nothing while it is open. */
  connect() {
    if (this.state === "open" || this.state === "connecting") return;
    clearTimeout(this.timer);
    this.become("connecting");
    let socket;
    try {
      socket = this.open(this.url, PROTOCOL);
    } catch {
      this.again();
      return;
    }
    this.socket = socket;
    socket.onmessage = (message) => {
      if (this.socket === socket) this.hear(String(message.data));
    };
    socket.onclose = (event) => {
      if (this.socket === socket) this.closed(event.code);
    };
    this.pulse = setTimeout(() => {
      this.slow += 1;
      this.dead();
    }, Math.min(GREETING.cap_ms, GREETING.base_ms * (1 + this.slow)));
  }

  /** Comes back as whoever I am now: signed in, signed out. What is watched stays watched. */
  restart() {
    this.drop();
    this.asked.forget(() => true);
    this.attempt = 0;
    this.state = "off";
    this.connect();
  }

  /** The browser says that the network is gone: whatever the socket thinks, nothing comes through. */
  lost() {
    if (["open", "connecting", "waiting"].includes(this.state)) this.dead();
  }

  /** The network is back: an attempt that began without it is not waited for. */
  found() {
    if (this.state === "connecting") this.dead();
    this.now();
  }

  /** Somebody pressed "try now", or the page is looked at again. */
  now() {
    if (this.state === "waiting") {
      this.attempt = 0;
      this.connect();
    } else this.doubt();
  }

  /**
   * Sends a command and answers with its ack; throws RefusedError. Without a link, or while the house can't, it waits and
   * asks again, up to 20 s.
   * @param {string} type @param {Record<string, unknown>} [fields] @returns {Promise<Ack>}
   */
  command(type, fields = {}) {
    return this.post(type, fields, true);
  }

  /** From now on updates of this table come, over every break of the link. @param {number} table */
  watch(table) {
    this.watched.add(table);
    if (this.state !== "open") return Promise.resolve();
    if (!this.pinged) this.expect();
    return this.rewatch(table);
  }

  /**
   * Asks for the table anew: answered by an update with the whole view.
   * @param {number} table @param {number} [refused] how often it was put off
   * @returns {Promise<void>}
   */
  async rewatch(table, refused = 0) {
    const socket = this.socket;
    try {
      await this.post("watch", { table }, false);
    } catch (why) {
      if (!(why instanceof RefusedError) || why.code === "offline" || !this.watched.has(table)) return;
      if (PASSING.includes(why.code) || why.code === "too_many") {
        this.dispatchEvent(new CustomEvent("put_off", { detail: table }));
        const pause = REWATCH.least_ms + Math.min(REWATCH.cap_ms, backoff(refused));
        await new Promise((done) => setTimeout(done, pause));
        if (this.socket === socket && this.watched.has(table)) await this.rewatch(table, refused + 1);
        return;
      }
      this.watched.delete(table);
      this.dispatchEvent(new CustomEvent("unwatchable", { detail: { table, code: why.code, text: why.message } }));
    }
  }

  /** @param {number} table */
  unwatch(table) {
    if (this.watched.delete(table) && this.state === "open")
      this.post("unwatch", { table }, false).catch(() => {});
  }

  /** Turns the news of the lobby on or off. @param {boolean} on */
  lobby(on) {
    if (this.lobbyOn === on) return;
    this.lobbyOn = on;
    if (this.state === "open") this.post("lobby", { on }, false).catch(() => {});
  }

  /** @param {string} type @param {Record<string, unknown>} fields @param {boolean} repeat @returns {Promise<Ack>} */
  post(type, fields, repeat) {
    if (["off", "replaced", "ended", "refused", "outdated"].includes(this.state)) return Promise.reject(offline());
    return this.asked.post(type, fields, repeat);
  }

  /** @param {string} frame */
  send(frame) {
    if (this.state !== "open") return false;
    this.socket?.send(frame);
    return true;
  }

  /** @param {string} text */
  hear(text) {
    if (this.state === "open") this.expect();
    /** @type {Frame} */
    const frame = JSON.parse(text);
    if (frame.type === "ack" || frame.type === "reject") {
      const done = this.asked.answer(frame);
      if (done && !SMALL_TALK.includes(done)) this.good();
    }
    if (frame.type === "moving") this.moving = frame.retry_ms;
    this.dispatchEvent(new CustomEvent("frame", { detail: frame }));
    if (frame.type === "hello") this.greeted();
  }

  /** The server knows who I am: take up everything where it was. */
  greeted() {
    this.moving = null;
    this.asked.broken();
    const owed = [...this.asked.wishes.values()];
    this.become("open");
    this.expect();
    this.trial = setTimeout(() => this.good(), GOOD_MS);
    if (this.lobbyOn) this.post("lobby", { on: true }, false).catch(() => {});
    for (const table of this.watched) this.rewatch(table);
    this.asked.retell(owed);
  }

  /** This line holds: the next one that breaks is the first. */
  good() {
    clearTimeout(this.trial);
    this.attempt = this.slow = 0;
  }

  /** @param {number} code */
  closed(code) {
    this.drop();
    if (code === 4009) this.halt("replaced");
    else if (code === 4001) this.halt("ended");
    else if (code === 4003) this.halt("refused");
    else if (code === 4000) this.halt("outdated");
    else this.again([4012, 1012].includes(code) ? (this.moving ?? BACKOFF.base_ms) : this.moving);
  }

  /** No coming back by itself. @param {LinkState} state */
  halt(state) {
    this.asked.forget(() => true);
    this.become(state);
  }

  /** Tries again in a while. @param {number | null} [within] soon, if the line was good: anything up to so many ms */
  again(within = null) {
    this.moving = null;
    this.become("waiting");
    this.asked.broken();
    const soon = within !== null && this.attempt === 0;
    const pause = soon ? Math.random() * within : backoff(this.attempt, Math.random, this.watched.size > 0);
    this.timer = setTimeout(() => this.connect(), pause);
    this.attempt += 1;
  }

  drop() {
    for (const timer of [this.timer, this.pulse, this.trial]) clearTimeout(timer);
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    try {
      socket.close();
    } catch {
      /* it never opened */
    }
  }

  get rhythm() {
    return this.watched.size ? AT_TABLE : ELSEWHERE;
  }

  /** A word came: ping after a while, and give up when even that stays unanswered. */
  expect() {
    clearTimeout(this.pulse);
    this.pinged = false;
    this.pulse = setTimeout(() => this.doubt(), this.rhythm.ping_ms);
  }

  /** Is anybody there? */
  doubt() {
    if (this.state !== "open" || this.pinged) return;
    clearTimeout(this.pulse);
    this.pinged = true;
    this.post("ping", {}, false).catch(() => {});
    this.pulse = setTimeout(() => this.dead(), this.rhythm.dead_ms);
  }

  dead() {
    this.drop();
    this.again();
  }

  /** @param {LinkState} state */
  become(state) {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}
