/* Cards and melds of Tongits: sets, runs, what fits where. Pure, and knows nothing of a table. */
import { has, t } from "../../i18n.js";
import { capital, colorName } from "../../card-words.js";

const RANKS = "A23456789TJQK";
const SUITS = "hdsc";

/** @param {string} card */
const rankOf = (card) => RANKS.indexOf(card.slice(0, 1));
/** @param {string} card */
const suitOf = (card) => card.slice(-1);

/** Three or four cards of one rank (1.5). @param {readonly string[]} cards */
export const isSet = (cards) =>
  (cards.length === 3 || cards.length === 4) && new Set(cards).size === cards.length && new Set(cards.map(rankOf)).size === 1;

/** Three or more cards of one suit in a row, the ace low (1.2, 1.4). @param {readonly string[]} cards */
export function isRun(cards) {
  const ranks = cards.map(rankOf), spread = Math.max(...ranks) - Math.min(...ranks);
  return cards.length >= 3 && new Set(cards.map(suitOf)).size === 1
    && new Set(ranks).size === cards.length && spread === cards.length - 1;
}

/** @param {readonly string[]} cards */
export const isMeld = (cards) => isSet(cards) || isRun(cards);

/** All four of a rank: they may lie face down (6.1). @param {readonly string[]} cards */
export const isFour = (cards) => cards.length === 4 && isSet(cards);

/** Do these cards continue a meld, all together (7.3)? @param {readonly string[]} meld @param {readonly string[]} more */
export const continues = (meld, more) => more.length > 0 && isMeld([...meld, ...more]);

/** Are these the same cards, in whatever order? @param {readonly string[]} some @param {readonly string[]} others */
export const sameCards = (some, others) => some.length === others.length && some.every((card) => others.includes(card));

/** Cards in the order of the table: by rank, in a set by suit. @param {readonly string[]} cards */
export const inRow = (cards) =>
  [...cards].sort((a, b) => rankOf(a) - rankOf(b) || SUITS.indexOf(suitOf(a)) - SUITS.indexOf(suitOf(b)));

/** @param {string | undefined} card */
function rankName(card = "") {
  const rank = card.slice(0, 1);
  return has(`rank.${rank}`) ? t(`rank.${rank}`) : rank === "T" ? "10" : rank;
}

/** "run of hearts, 5 to 7", "set of 3: king". @param {readonly string[]} cards */
export function meldName(cards) {
  const row = inRow(cards), first = row[0] ?? "";
  if (isSet(cards)) return t("tongits.set", { n: cards.length, rank: rankName(first) });
  return t("tongits.run", { suit: colorName(suitOf(first)), from: rankName(first), to: rankName(row.at(-1)) });
}

/** As the first words of a line. @param {readonly string[]} cards */
export const meldTitle = (cards) => capital(meldName(cards));
