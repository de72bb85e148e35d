/* A game of which nothing is known but the common keys of every view: whatever is legal is a button with its own name,
   and cards that may be played lie in the hand. Other games are this one with what differs. */
import { compare } from "../hand-order.js";
import { t } from "../i18n.js";
import { acting, distance, isMine, legalOf, playsOf } from "../table-state.js";
import { cardName } from "../card-words.js";
import { nameAt, refusal } from "../words.js";
import { PlainMiddle } from "./plain-middle.js";

/** @import {Action, View} from "../../wire.d.ts" */
/** @import {GameModule, Offer, Own} from "./index.js" */

/** The cards of my hand that may be played now. @param {View} view @returns {Set<string>} */
export const litCards = (view) =>
  new Set(legalOf(view).flatMap((action) => (action.type === "play" ? [action.card] : [])));

/** Why a card can't be played, by the code that the view gives for it. @param {View} view @param {string} card */
export const reasonOf = (view, card) => {
  const reasons = /** @type {{reasons?: Record<string, string> | null}} */ (view.game ?? {}).reasons;
  return refusal(reasons?.[card] ?? "not_your_turn");
};

/** Who plays, and how far it is to me. @param {View} view */
export function theirTurn(view) {
  const seat = acting(view), name = nameAt(view, seat);
  if (seat === null) return "";
  const steps = distance(view);
  if (steps === 1) return t("status.next", { name });
  return steps ? t("status.after", { name, n: steps - 1 }) : t("status.plays", { name });
}

/** A robot played for me: what that may cost; "" while I play myself. @param {View} view */
export function standinText(view) {
  if (!view.seats[view.you ?? -1]?.standin) return "";
  return t(view.table.bet ? "status.standin_bet" : "status.standin");
}

/** "I am back", for whoever the table played for. @param {View} view @returns {Offer[]} */
export const backOffer = (view) =>
  view.seats[view.you ?? -1]?.standin ? [{ key: "back", label: t("act.back"), wish: { back: true }, main: true }] : [];

/** An action by its own words: "draw", "meld 3h 4h". @param {Action} action */
function rawName({ type, ...more }) {
  const facts = Object.values(more).filter((fact) => fact !== null && fact !== undefined && fact !== false);
  return [type.replaceAll("_", " "), ...facts.map((fact) => (typeof fact === "string" ? cardName(fact) : JSON.stringify(fact)))]
    .join(" ");
}

/** @param {Own} own @returns {Offer[]} */
function offers({ view, mine }) {
  const others = mine ? legalOf(view).filter((action) => action.type !== "play") : [];
  return [
    ...backOffer(view),
    ...others.map((action, i) => ({
      key: others.findIndex((one) => one.type === action.type) === i ? action.type : `${action.type} ${i}`,
      label: rawName(action), wish: { act: action }, main: i === 0 && !playsOf(view).length,
    })),
  ];
}

/**
 * One way to lay a card is it; where there are several, the first counts: a game that names something asks first.
 * @param {View} view @param {readonly string[]} cards
 */
function play(view, cards) {
  const [action] = playsOf(view, cards[0] ?? "");
  return action ? { act: action } : null;
}

/** @type {GameModule} */
export const game = {
  styles: [],
  middle: PlainMiddle,
  extra: null,
  rightward: false,
  status: (view) => {
    if (view.held) return t("status.held");
    return standinText(view) || (isMine(view) ? t("status.yours") : theirTurn(view));
  },
  offers,
  hand: ({ view, mine }) => ({
    select: "one", lit: mine ? litCards(view) : new Set(), reason: (card) => reasonOf(view, card),
  }),
  orders: ["colour", "rank"],
  sort: (items, order) => [...items].sort(compare(order)),
  play,
  self: () => null,
  seat: () => ({ calls: [], words: [], note: "", presses: [], fuse: null }),
  window: () => null,
  beside: ["denounce", "last_card"],
  warn: () => null,
  flash: () => null,
  anew: [],
  sentences: {},
  moves: {},
  sounds: {},
  keys: { d: ["draw", "pass"] },
  result: {
    headline: (view) => {
      const winner = view.game?.outcome?.winner ?? null;
      if (winner === null) return t("result.over");
      return winner === view.you ? t("result.you_won_round") : t("result.name_won_round", { name: nameAt(view, winner) });
    },
    format: () => ({ text: "", rounds: true }),
    note: (view, seat) => t("cards", { n: view.game?.outcome?.hands[String(seat)]?.length ?? 0 }),
    left: (view, seat) => {
      const hand = (view.game?.outcome?.hands[String(seat)] ?? []).map((card) => ({ key: card, card }));
      return hand.length ? [hand.sort(compare("colour")).map(({ card }) => card)] : [];
    },
    low: () => false,
    more: null,
  },
};

/** A module from what differs. @param {Partial<GameModule>} own @returns {GameModule} */
export const complete = (own) => ({ ...game, ...own });

