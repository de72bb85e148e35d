/* Which family of games a game belongs to: the part of the first page that knows games by their keys alone. */
import { knows, learn } from "../i18n.js";

/** A family has a module games/{family}.js and texts messages/{language}/{family}.json. @type {Record<string, string>} */
const FAMILIES = {
  toma2: "shedding",
  uno: "shedding",
  crazy_eights: "shedding",
  mau_mau: "shedding",
  switch: "shedding",
  taki: "taki",
  tongits: "tongits",
};

/** The family of a game; "" for a game that brings nothing of its own: it is drawn plainly. @param {string} key */
export const familyOf = (key) => FAMILIES[key] ?? "";

/** Families whose texts did not come. @type {Set<string>} */
const silent = new Set();

/** Are the texts of a game here, as far as it has any? Without them its own names are shown. @param {string} key */
export const hasTexts = (key) => familyOf(key) === "" || knows(familyOf(key)) || silent.has(familyOf(key));

/** Learns the texts of a game: its options, moves, reasons. @param {string} key */
export const learnTexts = async (key) => {
  const family = familyOf(key);
  if (family) await learn(family).catch(() => silent.add(family));
};
