/* The HTTP interface: JSON in, JSON out, errors with a code that the reader's language knows. */
import { newId } from "./ids.js";

/** @import {Row} from "../wire.d.ts" */
/** @import {Me, GameFacts} from "../http.d.ts" */

/** Something was refused, or did not get through (code "offline"). */
export class ApiError extends Error {
  /** @param {string} code @param {string} text @param {number} status @param {Record<string, any>} [facts] */
  constructor(code, text, status, facts = {}) {
    super(text);
    this.code = code;
    this.facts = facts;
    this.status = status;
  }

  /** May the same be answered in a while? */
  get passes() {
    return !this.status || this.status === 429 || this.status >= 500;
  }
}

/** So long an answer is tried for before the reader hears of it: a server that starts anew is back by then (ms). */
const PATIENCE_MS = 10_000;
const PAUSE = { base_ms: 250, cap_ms: 2_000 };
/** An attempt without a whole answer by then is given up; one that can't be repeated is waited for longer. */
const ANSWER = { again_ms: 8_000, once_ms: 30_000 };

/** @param {number} attempt from 0 */
const pause = (attempt) => (0.5 + Math.random() / 2) * Math.min(PAUSE.cap_ms, PAUSE.base_ms * 2 ** attempt);

/** The keys of wishes without an answer yet, by the wish. @type {Map<string, string>} */
const keys = new Map();

/**
 * Asks the server. With `once`, an Idempotency-Key is made for this wish and kept until it has an answer, also where it
 * was given up and is pressed again, so that a lost answer never means a second effect; `again` is for what may be done
 * twice.
 * @param {string} method @param {string} path @param {unknown} [body] @param {{once?: boolean, again?: boolean}} [how]
 * @returns {Promise<any>}
 */
export async function request(method, path, body, { once = false, again = once || method === "GET" } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const until = Date.now() + PATIENCE_MS, text = body === undefined ? undefined : JSON.stringify(body);
  const wish = `${method} ${path} ${text}`;
  if (once) {
    const key = keys.get(wish) ?? newId();
    keys.set(wish, key);
    headers["Idempotency-Key"] = key;
  }
  for (let attempt = 0; ; attempt++) {
    const answer = await ask(path, { method, headers, body: text }, again ? ANSWER.again_ms : ANSWER.once_ms);
    const wait = pause(attempt), up = answer && (answer.status < 502 || answer.status > 504);
    if (up) keys.delete(wish);
    if (answer && (up || !again || Date.now() + wait > until)) return read(answer);
    if (!again || Date.now() + wait > until) throw new ApiError("offline", "no connection", 0);
    await new Promise((done) => setTimeout(done, wait));
  }
}

/**
 * One attempt; null where no whole answer came: half of one would pass for nothing, and its wish for done.
 * @param {string} path @param {RequestInit} how @param {number} within_ms
 */
async function ask(path, how, within_ms) {
  const late = new AbortController(), clock = setTimeout(() => late.abort(), within_ms);
  try {
    const answer = await fetch(path, { ...how, signal: late.signal }), body = await answer.text();
    return { status: answer.status, body: body ? JSON.parse(body) : null };
  } catch {
    return null;
  } finally {
    clearTimeout(clock);
  }
}

/** @param {{status: number, body: any}} answer */
function read({ status, body }) {
  if (status < 400) return body;
  throw new ApiError(String(body?.code ?? `http_${status}`), String(body?.text ?? body?.detail ?? ""), status, body ?? {});
}

/** @param {string} code */
export const of = (code) => encodeURIComponent(code);

export const api = {
  /** @returns {Promise<Me>} */
  me: () => request("GET", "/api/me"),
  /** @returns {Promise<Me>} */
  guest: () => request("POST", "/api/guest", {}, { again: true }),
  /** @returns {Promise<{coins: number, amount: number}>} */
  bonus: () => request("POST", "/api/me/bonus", {}, { once: true }),
  /** @returns {Promise<{coins: number, amount: number}>} */
  relief: () => request("POST", "/api/me/relief", {}, { once: true }),
  /** @returns {Promise<GameFacts[]>} */
  games: () => request("GET", "/api/games"),
  /** @returns {Promise<{rows: Row[], now: number}>} */
  tables: () => request("GET", "/api/tables"),
  /**
   * @param {string} code
   * @returns {Promise<{row: Row, link?: string, joinable: boolean, reason: string | null, held?: number}>}
   */
  table: (code) => request("GET", `/api/tables/${of(code)}`),
  /** @param {string} game @returns {Promise<{table: number, code: string, seat: number}>} */
  playNow: (game) => request("POST", "/api/play-now", { game }, { once: true }),
  /** @param {Record<string, unknown>} wish @returns {Promise<{table: number, code: string, link: string}>} */
  create: (wish) => request("POST", "/api/tables", wish, { once: true }),
  /** @param {string} game @param {string} level @returns {Promise<{table: number, code: string}>} */
  practice: (game, level) => request("POST", "/api/practice", { game, level }, { once: true }),
};
