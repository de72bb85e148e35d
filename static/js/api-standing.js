/* The part of the HTTP interface that is about points and places. */
import { request } from "./api.js";

/** @import {Leaderboard, Profile} from "../http.d.ts" */
/** @typedef {"week" | "season" | "all"} Period */

export const standing = {
  /** @param {Period} period @param {string} [game] "" for all of them @param {number} [page] @returns {Promise<Leaderboard>} */
  best: (period, game = "", page = 1) =>
    request("GET", `/api/standing?${new URLSearchParams({ period, page: String(page), ...(game ? { game } : {}) })}`),
  /** @param {number} player @returns {Promise<Profile>} */
  of: (player) => request("GET", `/api/players/${player}`),
};
