/* Random names for commands, requests and salts. getRandomValues works on plain http, too. */

/** @param {number} count */
const bytes = (count) => crypto.getRandomValues(new Uint8Array(count));

/** An id for a command or a request: 24 characters of [0-9a-f]. */
export const newId = () => hex(12);

/** @param {number} count of bytes */
export const hex = (count) => [...bytes(count)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
