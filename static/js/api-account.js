/* The part of the HTTP interface that only the pages of an account and of the books ask for. */
import { of, request } from "./api.js";

/** @import {Me, StatementLine, Books, Session, Token} from "../http.d.ts" */

export const account = {
  /** @param {{name: string, password: string}} who @returns {Promise<Me>} */
  register: (who) => request("POST", "/api/register", who),
  /** @param {{name: string, password: string}} who @returns {Promise<Me>} */
  login: (who) => request("POST", "/api/login", who, { again: true }),
  /** @param {{name: string, code: string, password: string}} who @returns {Promise<Me>} */
  recover: (who) => request("POST", "/api/recover", who),
  logout: () => request("POST", "/api/logout", {}, { again: true }),
  /** @param {{name?: string, avatar?: string, language?: string}} change @returns {Promise<Me>} */
  change: (change) => request("PATCH", "/api/me", change, { again: true }),
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
  /** @returns {Promise<Books>} */
  books: () => request("GET", "/api/books"),
};
