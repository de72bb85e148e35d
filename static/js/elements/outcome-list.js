/* The order after a round: totals, points, and what was left in each hand. */
import { face, h } from "../dom.js";
import { compare } from "../hand-order.js";
import { number, signed, t } from "../i18n.js";
import { cardNames } from "../words.js";
import { playCard } from "./play-card.js";

/** @import {View} from "../../wire.d.ts" */

/** Seats, best first: by the ranking of a finished match, else by totals; leavers last. @param {View} view */
export function standing(view) {
  const game = view.game;
  if (!game) return [];
  const ranked = game.result?.ranking.flat() ?? [];
  const rest = view.seats.flatMap((seat, at) => (seat && !ranked.includes(at) ? [at] : []));
  const gone = (/** @type {number} */ seat) => Number(game.left.includes(seat));
  rest.sort((a, b) => gone(a) - gone(b) || (game.totals[a] ?? 0) - (game.totals[b] ?? 0));
  return [...ranked, ...rest];
}

/** Is the match over because all but one had left? Then nobody's cards or points decided it. @param {View} view */
export function endedByLeaving(view) {
  const { result, left = [] } = view.game ?? {};
  const [winner, ...more] = result?.winners ?? [];
  if (!result || winner === undefined || more.length || left.length === 0) return false;
  return result.ranking.flat().every((seat) => seat === winner || left.includes(seat));
}

/** @param {View} view */
export function outcomeList(view) {
  const { result, outcome } = view.game ?? {};
  const first = (/** @type {number} */ seat) => (result ? result.winners.includes(seat) : outcome?.winner === seat);
  return h("ol", {}, ...standing(view).map((seat) => row(view, seat, first(seat))));
}

/** @param {View} view @param {number} seat @param {boolean} first */
function row(view, seat, first) {
  const { game } = view, sits = view.seats[seat];
  const outcome = endedByLeaving(view) ? null : game?.outcome;
  const gone = Boolean(game?.left.includes(seat) || sits?.left);
  const hand = (outcome?.hands[String(seat)] ?? []).map((card) => ({ key: card, card })).sort(compare("colour"));
  const note = gone ? t("result.left")
    : outcome?.winner === seat ? t("result.went_out")
      : outcome ? t("cards", { n: hand.length }) : first ? t(game?.left.length ? "result.others_left" : "result.won") : "";
  return h("li", { class: first ? "outcome first" : "outcome", "data-gone": gone },
    face(sits?.player.avatar ?? ""),
    h("div", {},
      h("h3", { text: seat === view.you ? t("you") : sits?.player.name ?? "" }), h("p", { class: "soft tiny", text: note })),
    !outcome || (gone && !outcome.points[seat]) ? null : total(game?.totals[seat] ?? 0, outcome?.points[seat]),
    outcome ? leftover(hand.map(({ card }) => card), gone) : null);
}

/**
 * @param {number} all
 * @param {number | undefined} points of this round
 */
const total = (all, points) =>
  h("p", { class: "total" }, number(all), h("small", { text: t("result.points", { n: all }) }),
    points === undefined || points === all ? null : h("small", { text: t("result.this_round", { n: signed(points) }) }));

/**
 * @param {string[]} hand
 * @param {boolean} gone
 */
function leftover(hand, gone) {
  const words = hand.length ? h("span", { class: "away", text: cardNames(hand) })
    : h("span", { class: "soft tiny", text: t(gone ? "result.hand_hidden" : "result.no_cards") });
  return h("div", { class: "leftover" }, words, ...hand.map(playCard));
}
