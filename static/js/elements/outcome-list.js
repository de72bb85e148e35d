/* The order after a round: totals, points, and what was left in each hand. */
import { face, h } from "../dom.js";
import { number, signed, t } from "../i18n.js";
import { cardNames } from "../words.js";
import { compare } from "../hand-order.js";
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

/** @param {View} view */
export function outcomeList(view) {
  const game = view.game;
  return h(
    "ol",
    {},
    ...standing(view).map((seat) =>
      row(view, seat, game?.result ? game.result.winners.includes(seat) : game?.outcome?.winner === seat),
    ),
  );
}

/** @param {View} view @param {number} seat @param {boolean} first */
function row(view, seat, first) {
  const game = view.game,
    sits = view.seats[seat],
    gone = Boolean(game?.left.includes(seat) || sits?.left);
  const hand = game?.outcome?.hands[String(seat)] ?? [],
    points = game?.outcome?.points[seat] ?? 0;
  const out = game?.outcome?.winner === seat;
  const ordered = hand
    .map((card) => ({ key: card, card }))
    .sort(compare("colour"))
    .map(({ card }) => card);
  return h(
    "li",
    { class: first ? "outcome first" : "outcome", "data-gone": gone },
    face(sits?.player.avatar ?? ""),
    h(
      "div",
      {},
      h("h3", {
        text:
          seat === view.you ? t("you_name", { name: sits?.player.name ?? "" }) : (sits?.player.name ?? ""),
      }),
      h("p", {
        class: "soft tiny",
        text: gone ? t("result.left") : out ? t("result.went_out") : t("cards", { n: hand.length }),
      }),
    ),
    gone && !game?.outcome?.points[seat]
      ? h("p", { class: "total" })
      : h(
          "p",
          { class: "total" },
          number(game?.totals[seat] ?? 0),
          h("small", { text: t("result.points", { n: signed(points) }) }),
        ),
    h(
      "div",
      { class: "leftover" },
      ordered.length
        ? h("span", { class: "away", text: cardNames(ordered) })
        : h("span", { class: "soft tiny", text: gone ? t("result.hand_hidden") : t("result.no_cards") }),
      ...ordered.map(playCard),
    ),
  );
}
