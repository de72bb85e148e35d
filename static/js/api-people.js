/* The part of the HTTP interface that is about other people. */
import { request } from "./api.js";

/** @import {Person, Profile} from "../http.d.ts" */

export const people = {
  /** @param {number} id @returns {Promise<Profile>} */
  one: (id) => request("GET", `/api/players/${id}`),
  /** @returns {Promise<Person[]>} */
  blocked: () => request("GET", "/api/blocks"),
  /** @param {number} id */
  block: (id) => request("POST", `/api/blocks/${id}`, {}, { again: true }),
  /** @param {number} id */
  unblock: (id) => request("DELETE", `/api/blocks/${id}`, undefined, { again: true }),
};
