/* The HTTP interface: JSON in, JSON out, errors with a code that the reader's language knows. */
import { newId } from "./ids.js";

/** @import {Row} from "../wire.d.ts" */
/** @import {Me, GameFacts, StatementLine, Books, Session, Token} from "../http.d.ts" */

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

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Asks the server. With `once`, an Idempotency-Key is made for this wish and kept over every attempt, so that a lost
 * answer never means a second effect.
 * @param {string} method @param {string} path @param {unknown} [body] @param {{once?: boolean, signal?: AbortSignal}} [how]
 * @returns {Promise<any>}
 */
export async function request(method, path, body, { once = false, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (once) headers["Idempotency-Key"] = newId();
  const attempts = once || method === "GET" ? 3 : 1;
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await fetch(path, {
        method,
        headers,
        signal,
        credentials: "same-origin",
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      if (answer.status >= 502 && answer.status <= 504 && attempt < attempts) throw new TypeError("not up");
      return await read(answer);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (/** @type {Error} */ (error).name === "AbortError") throw error;
      if (attempt >= attempts) throw new ApiError("offline", "no connection", 0);
      await pause(300 * 2 ** attempt * (0.5 + Math.random() / 2));
    }
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
const of = (code) => encodeURIComponent(code);

export const api = {
  /** @returns {Promise<Me>} */
  me: () => request("GET", "/api/me"),
  /** @returns {Promise<Me>} */
  guest: () => request("POST", "/api/guest", {}),
  /** @param {{name: string, password: string}} who @returns {Promise<Me>} */
  register: (who) => request("POST", "/api/register", who),
  /** @param {{name: string, password: string}} who @returns {Promise<Me>} */
  login: (who) => request("POST", "/api/login", who),
  /** @param {{name: string, code: string, password: string}} who @returns {Promise<Me>} */
  recover: (who) => request("POST", "/api/recover", who),
  logout: () => request("POST", "/api/logout", {}),
  /** @param {{name?: string, avatar?: string, language?: string}} change @returns {Promise<Me>} */
  change: (change) => request("PATCH", "/api/me", change),
  /** @param {string} [password] */
  remove: (password) => request("DELETE", "/api/me", password ? { password } : {}),
  /** @param {string} old @param {string} fresh */
  password: (old, fresh) => request("POST", "/api/me/password", { old, new: fresh }),
  /** @returns {Promise<Session[]>} */
  sessions: () => request("GET", "/api/me/sessions"),
  /** @param {string | number} id */
  endSession: (id) => request("DELETE", `/api/me/sessions/${of(String(id))}`),
  /** @returns {Promise<Token[]>} */
  tokens: () => request("GET", "/api/me/tokens"),
  /** @param {string} name @returns {Promise<Token>} */
  makeToken: (name) => request("POST", "/api/me/tokens", { name }),
  /** @param {string | number} id */
  endToken: (id) => request("DELETE", `/api/me/tokens/${of(String(id))}`),
  /** @param {string} password @returns {Promise<{codes: string[]}>} */
  recoveryCodes: (password) => request("POST", "/api/me/recovery-codes", { password }),
  /** @param {number | null} before @returns {Promise<{lines: StatementLine[], next: number | null}>} */
  statement: (before) => request("GET", `/api/me/statement?limit=20${before ? `&before=${before}` : ""}`),
  /** @returns {Promise<{coins: number, amount: number}>} */
  bonus: () => request("POST", "/api/me/bonus", {}, { once: true }),
  /** @returns {Promise<{coins: number, amount: number}>} */
  relief: () => request("POST", "/api/me/relief", {}, { once: true }),
  /** @returns {Promise<Books>} */
  books: () => request("GET", "/api/books"),
  /** @returns {Promise<GameFacts[]>} */
  games: () => request("GET", "/api/games"),
  /** @returns {Promise<{rows: Row[], now: number}>} */
  tables: () => request("GET", "/api/tables"),
  /**
   * @param {string} code
   * @returns {Promise<{row: Row, link?: string, joinable: boolean, reason: string | null}>}
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
