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
}

/** So long an answer is tried for before the reader hears of it: a server that starts anew is back by then (ms). */
const PATIENCE_MS = 10_000;
const PAUSE = { base_ms: 250, cap_ms: 2_000 };

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
    const answer = await fetch(path, { method, headers, credentials: "same-origin", body: text }).catch(() => null);
    const wait = pause(attempt), up = answer && (answer.status < 502 || answer.status > 504);
    if (up) keys.delete(wish);
    if (answer && (up || !again || Date.now() + wait > until)) return read(answer);
    if (!again || Date.now() + wait > until) throw new ApiError("offline", "no connection", 0);
    await new Promise((done) => setTimeout(done, wait));
  }
}

/** @param {Response} answer */
async function read(answer) {
  if (answer.status === 204) return null;
  const body = await answer.json().catch(() => null);
  if (answer.ok) return body;
  throw new ApiError(
    String(body?.code ?? `http_${answer.status}`),
    String(body?.text ?? body?.detail ?? answer.statusText),
    answer.status,
    body ?? {},
  );
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
  /**
   * Whose table an invitation link means.
   * @param {string} token
   * @returns {Promise<{table: number, code: string}>}
   */
  invitation: (token) => request("GET", `/api/invitations/${of(token)}`),
  /** @param {string} game @returns {Promise<{table: number, code: string, seat: number}>} */
  playNow: (game) => request("POST", "/api/play-now", { game }, { once: true }),
  /** @param {Record<string, unknown>} wish @returns {Promise<{table: number, code: string, link: string}>} */
  create: (wish) => request("POST", "/api/tables", wish, { once: true }),
  /** @param {string} game @param {string} level @returns {Promise<{table: number, code: string}>} */
  practice: (game, level) => request("POST", "/api/practice", { game, level }, { once: true }),
  /**
   * Address of the picture of an invitation; without a token it leads to the table itself.
   * @param {string} code
   * @param {string | null} link
   */
  qr: (code, link) => `/api/tables/${of(code)}/qr.svg${link ? `?link=${of(link)}` : ""}`,
};
