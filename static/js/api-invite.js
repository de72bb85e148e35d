/* The part of the HTTP interface that is about invitations and notices. */
import { of, request } from "./api.js";

/** @import {InvitationTold, NoticeTold} from "../wire.d.ts" */
/** @import {Person, Received} from "../http.d.ts" */

export const invites = {
  /** Whom I may invite: friends first, then whom I have played with. @returns {Promise<Person[]>} */
  people: () => request("GET", "/api/me/invitable"),
  /** Keeps a seat for somebody. @param {string} code @param {number} player @returns {Promise<{invitation: number}>} */
  send: (code, player) => request("POST", `/api/tables/${of(code)}/invitations`, { player }, { once: true }),
  /** For whom I keep seats. @param {string} code @returns {Promise<InvitationTold[]>} */
  kept: (code) => request("GET", `/api/tables/${of(code)}/invitations`),
  /** Whose table a link means. @param {string} token @returns {Promise<{table: number, code: string}>} */
  table: (token) => request("GET", `/api/invitations/${of(token)}`),
  /**
   * Address of the picture of an invitation; without a token it leads to the table itself.
   * @param {string} code @param {string | null} link
   */
  qr: (code, link) => `/api/tables/${of(code)}/qr.svg${link ? `?link=${of(link)}` : ""}`,
  /** @param {number} id */
  withdraw: (id) => request("DELETE", `/api/invitations/${id}`, undefined, { again: true }),
  /** @returns {Promise<Received[]>} */
  received: () => request("GET", "/api/me/invitations"),
  /** @param {number} id */
  refuse: (id) => request("POST", `/api/invitations/${id}/refuse`, {}, { again: true }),
};

export const news = {
  /** @returns {Promise<{notices: NoticeTold[], unread: number, quiet: string[]}>} */
  list: () => request("GET", "/api/me/notices"),
  /** Everything up to this one was seen. @param {number} id */
  read: (id) => request("POST", "/api/me/notices/read", { id }, { again: true }),
  /** These kinds only wait in the list. @param {string[]} kinds */
  quiet: (kinds) => request("PUT", "/api/me/notices/quiet", { kinds }, { again: true }),
};
