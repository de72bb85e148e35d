/* The part of the HTTP interface that is about other people. */
import { request } from "./api.js";

/** @import {Met, Person, Profile} from "../http.d.ts" */

const again = { again: true };

export const people = {
  /** @param {number} id @returns {Promise<Profile>} */
  one: (id) => request("GET", `/api/people/${id}`),
  /** @returns {Promise<Met[]>} */
  met: () => request("GET", "/api/opponents"),
  /** @returns {Promise<{invisible: boolean}>} */
  circle: () => request("GET", "/api/friends"),
  /** @param {number} id @returns {Promise<{relation: Profile["relation"]}>} */
  ask: (id) => request("POST", `/api/friends/${id}`, {}, again),
  /** @param {number} id */
  accept: (id) => request("POST", `/api/friends/${id}/accept`, {}, again),
  /** A friend is removed, a request refused or taken back. @param {number} id */
  drop: (id) => request("DELETE", `/api/friends/${id}`, undefined, again),
  /** @param {number} id */
  block: (id) => request("POST", `/api/blocks/${id}`, {}, again),
  /** @param {number} id */
  unblock: (id) => request("DELETE", `/api/blocks/${id}`, undefined, again),
  /** @param {boolean} invisible */
  hide: (invisible) => request("PUT", "/api/me/visibility", { invisible }, again),
};
