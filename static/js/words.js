/* Names of things in the reader's language: games, options, refusals, people. Those of cards are in card-words.js. */
import { familyOf } from "./games/families.js";
import { has, moment, number, t } from "./i18n.js";

/** @import {View} from "../wire.d.ts" */
/** @import {GameFacts} from "../http.d.ts" */

/** Shape beside every colour and suit, so that colour never stands alone. @type {Record<string, string>} */
export const SHAPES = {
  r: "flame", b: "moon", g: "leaf", y: "sun", h: "hearts", d: "diamonds", s: "spades", c: "clubs",
};
export const COLORS = ["r", "b", "g", "y"];
export const SUITS = ["h", "d", "s", "c"];

/** Is this a card of the colour deck that has a colour? @param {string} card */
export const isColored = (card) => COLORS.includes(card[0] ?? "") && !/^.[hdsc]$/.test(card);
/** @param {string} card */
export const isFrench = (card) => /^[A2-9TJQK][hdsc]$/.test(card);

/** Colour or suit of a card, "" for one without. @param {string} card */
export const inkOf = (card) => (isFrench(card) ? card.slice(-1) : isColored(card) ? card.slice(0, 1) : "");

/**
 * Why not, in the reader's words (and time); a code that is not known shows the server's own sentence.
 * @param {string} code
 * @param {string} [text]
 * @param {Record<string, string | number>} [facts]
 */
export const refusal = (code, text = "", facts = {}) => {
  const told = facts.until ? { ...facts, until: moment(facts.until) } : facts;
  const key = facts.held ? "refused.kept" : `refused.${code}`;
  return has(key) ? t(key, told) : text || t("refused.other");
};

/** @type {Map<string, GameFacts>} */
const games = new Map();
/** @param {GameFacts[]} all */
export const learnGames = (all) => all.forEach((game) => games.set(game.key, game));
export const knownGames = () => [...games.values()];
/** @param {string} key */
export const gameOf = (key) => games.get(key);

/** The host's own name of a game, else ours. @param {string} key */
export function gameName(key) {
  const name = games.get(key)?.name;
  if (name && !name.includes(".")) return name;
  return has(`game.${key}`) ? t(`game.${key}`) : key;
}

/**
 * An option in words: "to 60 points"; without the texts of the game its own names.
 * @param {string} game
 * @param {string} name
 * @param {string | number | boolean} value
 */
export function optionText(game, name, value) {
  const exact = `option.${familyOf(game)}.${name}.${value}`;
  if (has(exact)) return t(exact);
  const label = optionLabel(game, name);
  if (typeof value === "boolean") return value ? label : t("option.without", { what: label });
  return t("option.is", {
    what: label,
    value: typeof value === "number" ? number(value) : value.replaceAll("_", " "),
  });
}

/** What differs, in words; "standard rules" where nothing does. @param {string} game @param {any[][]} differs */
export const badges = (game, differs) =>
  differs.length ? differs.map(([name, value]) => optionText(game, name, value)) : [t("option.standard")];

/** @param {string} key @param {string} name */
const named = (key, name) => (has(key) ? t(key) : name.replaceAll("_", " "));

/** @param {string} game @param {string} name */
export const optionLabel = (game, name) => named(`option.${familyOf(game)}.${name}`, name);

/** @param {string} game @param {string} name */
export const presetName = (game, name) => named(`preset.${familyOf(game)}.${name}`, name);

/** The options that are not as the game has them by itself. @param {string} key @param {Record<string, any>} options */
export const differing = (key, options) => {
  const declared = new Map(games.get(key)?.options.map((option) => [option.name, option.default]));
  return Object.entries(options).filter(([name, value]) => declared.get(name) !== value);
};

/** Somebody's name at a table, also of people who are gone. @param {View} view @param {number | null | undefined} seat */
export const nameAt = (view, seat) =>
  seat === null || seat === undefined ? t("somebody") : (view.seats[seat]?.player.name ?? t("somebody"));
