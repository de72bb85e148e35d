/* Names of cards, colours and suits in the reader's language. */
import { has, list, t } from "./i18n.js";
import { isColored, isFrench } from "./words.js";

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
