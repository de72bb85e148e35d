/* Names of things in the reader's language: cards, colours, games, options, refusals. */
import { has, list, number, t } from "./i18n.js";

/** @import {View} from "../wire.d.ts" */
/** @import {GameFacts} from "../http.d.ts" */

/** Shape beside every colour and suit, so that colour never stands alone. @type {Record<string, string>} */
export const SHAPES = {
  r: "flame",
  b: "moon",
  g: "leaf",
  y: "sun",
  h: "hearts",
  d: "diamonds",
  s: "spades",
  c: "clubs",
};
export const COLORS = ["r", "b", "g", "y"];
export const SUITS = ["h", "d", "s", "c"];

/** Is this a card of the colour deck that has a colour? @param {string} card */
export const isColored = (card) => COLORS.includes(card[0] ?? "") && !/^.[hdsc]$/.test(card);
/** @param {string} card */
export const isFrench = (card) => /^[A2-9TJQK][hdsc]$/.test(card);

/** Colour or suit of a card, "" for one without. @param {string} card */
export const inkOf = (card) => (isFrench(card) ? card.slice(-1) : isColored(card) ? card.slice(0, 1) : "");

/** @param {string} color */
export const colorName = (color) => t(`color.${color}`);
/** As the first word of a line. @param {string} text */
export const capital = (text) => text.slice(0, 1).toLocaleUpperCase() + text.slice(1);

/** How a card is called: "red 7", "green skip", "wild +4", "queen of spades". @param {string} card */
export function cardName(card) {
  if (isFrench(card)) {
    const rank = card.slice(0, -1);
    return t("card.french", {
      rank: has(`rank.${rank}`) ? t(`rank.${rank}`) : rank === "T" ? "10" : rank,
      suit: colorName(card.slice(-1)),
    });
  }
  if (isColored(card)) {
    const what = card.slice(1);
    return t("card.colored", {
      what: has(`symbol.${what}`) ? t(`symbol.${what}`) : what,
      color: colorName(card.slice(0, 1)),
    });
  }
  return has(`card.${card}`) ? t(`card.${card}`) : card;
}

/** @param {string[]} cards */
export const cardNames = (cards) => list(cards.map(cardName));

/**
 * Why not, in the reader's words; a code that is not known shows the server's own sentence.
 * @param {string} code
 * @param {string} [text]
 * @param {Record<string, string | number>} [facts]
 */
export const refusal = (code, text = "", facts = {}) =>
  has(`refused.${code}`) ? t(`refused.${code}`, facts) : text || t("refused.other");

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

/** An option in words: "to 60 points". @param {string} name @param {string | number | boolean} value */
export function optionText(name, value) {
  const exact = `option.${name}.${value}`;
  if (has(exact)) return t(exact);
  const label = optionLabel(name);
  if (typeof value === "boolean") return value ? label : t("option.without", { what: label });
  return t("option.is", {
    what: label,
    value: typeof value === "number" ? number(value) : value.replaceAll("_", " "),
  });
}

/** @param {string} name */
export const optionLabel = (name) =>
  has(`option.${name}`) ? t(`option.${name}`) : name.replaceAll("_", " ");

/** @param {string} name */
export const presetName = (name) => (has(`preset.${name}`) ? t(`preset.${name}`) : name.replaceAll("_", " "));

/**
 * Somebody's name at a table; people who are gone still have one in the log.
 * @param {View} view
 * @param {number | null | undefined} seat
 */
export const nameAt = (view, seat) =>
  seat === null || seat === undefined ? t("somebody") : (view.seats[seat]?.player.name ?? t("somebody"));
