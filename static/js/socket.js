/* One socket for everything that is live. It comes back by itself, watches again what was watched, and repeats what was
   never answered under the same id, so that a lost answer is no lost move and no second one. */
import { newId } from "./ids.js";

/** @import {Ack, Hello, Reject, Frame} from "../wire.d.ts" */

export const PROTOCOL = "sobremesa.v1";
const BACKOFF = { base_ms: 250, cap_ms: 10_000 };
const PING_MS = 10_000;
/** This long without a word after a ping and the line is dead, whatever the browser thinks. */
const SILENCE_MS = 8_000;
/** How long a command is worth repeating: what was meant half a minute ago is not meant now. */
const LIFE_MS = 20_000;

/** @typedef {"off" | "connecting" | "open" | "waiting" | "replaced" | "ended" | "refused"} LinkState */
/**
 * @typedef {{id: string, frame: string, until: number, repeat: boolean, done: (ack: Ack) => void, failed:
 *   (why: RefusedError) => void}} Pending
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

/**
 * Wait before attempt n (from 0): anything up to a bound that doubles.
 * @param {number} attempt
 * @param {() => number} chance
 */
export const backoff = (attempt, chance = Math.random) =>
  chance() * Math.min(BACKOFF.cap_ms, BACKOFF.base_ms * 2 ** attempt);

/** Events: "state" (the link's state changed) and "frame" (detail: a frame from the server). */
export class Link extends EventTarget {
  /** @param {string} url @param {(url: string, protocol: string) => WebSocket} [open] */
  constructor(url, open = (at, protocol) => new WebSocket(at, protocol)) {
    super();
    this.url = url;
    this.open = open;
    /** @type {LinkState} */
    this.state = "off";
    this.attempt = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<string, Pending>} unanswered, oldest first */
    this.pending = new Map();
    /** @type {Set<number>} */
    this.watched = new Set();
    this.lobbyOn = false;
    /** The server said that it moves: come back at once. */
    this.moving = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.pulse = undefined;
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
    this.expect();
  }

  /** Comes back as whoever I am now: signed in, signed out. What is watched stays watched. */
  restart() {
    this.drop();
    this.forget(() => true);
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
    } else if (this.state === "open") this.ping();
  }

  /**
   * Sends a command and answers with its ack; throws RefusedError. Without a link it waits for one, up to 20 s.
   * @param {string} type @param {Record<string, unknown>} [fields] @returns {Promise<Ack>}
   */
  command(type, fields = {}) {
    return this.post(type, fields, true);
  }

  /** From now on updates of this table come, over every break of the link. @param {number} table */
  watch(table) {
    this.watched.add(table);
    return this.state === "open" ? this.rewatch(table) : Promise.resolve();
  }

  /** Asks for the table anew: answered by an update with the whole view. @param {number} table */
  async rewatch(table) {
    try {
      await this.post("watch", { table }, false);
    } catch (why) {
      if (why instanceof RefusedError && why.code !== "offline" && this.watched.delete(table)) {
        this.dispatchEvent(
          new CustomEvent("unwatchable", { detail: { table, code: why.code, text: why.message } }),
        );
      }
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

  /**
   * @param {string} type
   * @param {Record<string, unknown>} fields
   * @param {boolean} repeat
   * @returns {Promise<Ack>}
   */
  post(type, fields, repeat) {
    const id = newId();
    const frame = JSON.stringify({ type, id, ...fields });
    return new Promise((done, failed) => {
      if (["off", "replaced", "ended", "refused"].includes(this.state)) {
        failed(new RefusedError("offline", "no connection"));
        return;
      }
      this.pending.set(id, { id, frame, until: Date.now() + LIFE_MS, repeat, done, failed });
      if (this.state === "open") this.socket?.send(frame);
    });
  }

  /** @param {string} text */
  hear(text) {
    this.expect();
    /** @type {Frame} */
    const frame = JSON.parse(text);
    if (frame.type === "ack" || frame.type === "reject") this.answer(frame);
    if (frame.type === "moving") this.moving = true;
    this.dispatchEvent(new CustomEvent("frame", { detail: frame }));
    if (frame.type === "hello") this.greeted();
  }

  /** @param {Ack | Reject} frame */
  answer(frame) {
    const asked = frame.id ? this.pending.get(frame.id) : undefined;
    if (!asked) return;
    this.pending.delete(asked.id);
    if (frame.type === "ack") asked.done(frame);
    else asked.failed(new RefusedError(frame.code, frame.text, frame));
  }

  /** The server knows who I am: take up everything where it was. */
  greeted() {
    this.attempt = 0;
    this.moving = false;
    this.become("open");
    this.forget((asked) => !asked.repeat || asked.until < Date.now());
    const owed = [...this.pending.values()];
    if (this.lobbyOn) this.post("lobby", { on: true }, false).catch(() => {});
    for (const table of this.watched) this.rewatch(table);
    for (const asked of owed) this.socket?.send(asked.frame);
  }

  /** @param {number} code */
  closed(code) {
    this.drop();
    if (code === 4009) this.halt("replaced");
    else if (code === 4001) this.halt("ended");
    else if (code === 4003) this.halt("refused");
    else {
      const moves = code === 4012 || this.moving;
      if (moves) this.attempt = 0;
      this.again(moves);
    }
  }

  /** No coming back by itself. @param {LinkState} state */
  halt(state) {
    this.forget(() => true);
    this.become(state);
  }

  /** @param {boolean} [soon] */
  again(soon = false) {
    this.become("waiting");
    this.forget((asked) => !asked.repeat || asked.until < Date.now());
    this.timer = setTimeout(
      () => this.connect(),
      soon ? Math.random() * BACKOFF.base_ms : backoff(this.attempt),
    );
    this.attempt += 1;
  }

  /** Rejects what will not be asked any more. @param {(asked: Pending) => boolean} which */
  forget(which) {
    for (const asked of [...this.pending.values()]) {
      if (!which(asked)) continue;
      this.pending.delete(asked.id);
      asked.failed(new RefusedError("offline", "no connection"));
    }
  }

  drop() {
    clearTimeout(this.timer);
    clearTimeout(this.pulse);
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

  /** A word came, or a socket was opened: ping after a while, and give up when even that stays unanswered. */
  expect() {
    clearTimeout(this.pulse);
    this.pulse =
      this.state === "open"
        ? setTimeout(() => this.ping(), PING_MS)
        : setTimeout(() => this.dead(), SILENCE_MS);
  }

  ping() {
    clearTimeout(this.pulse);
    this.post("ping", {}, false).catch(() => {});
    this.pulse = setTimeout(() => this.dead(), SILENCE_MS);
  }

  dead() {
    this.drop();
    this.again();
  }

  /** @param {LinkState} state */
  become(state) {
    if (this.state === state) return;
    this.state = state;
    if (state === "open") this.expect();
    this.dispatchEvent(new Event("state"));
  }
}
