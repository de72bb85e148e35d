/* The part of the HTTP interface that is about what people say. */
import { of, request } from "./api.js";

/** @import {Line} from "../wire.d.ts" */
/** @import {NewReport} from "../http.d.ts" */

export const talking = {
  /** @param {string} code @returns {Promise<{lines: Line[]}>} */
  lines: (code) => request("GET", `/api/tables/${of(code)}/talk`),
  /** @param {NewReport} wish */
  report: (wish) => request("POST", "/api/reports", wish, { once: true }),
};
