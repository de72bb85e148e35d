/* The order after a round: totals, points, and what was left in each hand. */
import { face, h, who } from "../dom.js";
import { number, signed, t } from "../i18n.js";
import { cardNames } from "../card-words.js";
import { playCard } from "./play-card.js";

/** @import {View} from "../../wire.d.ts" */
/** @import {TableState} from "../table-state.js" */

/**
 * Seats, best first: by the ranking of a finished match, else by totals; leavers last.
 * @param {View} view
 * @param {boolean} low does the lowest total lead?
 */
export function standing(view, low) {
  const game = view.game;
  if (!game) return [];
  const ranked = game.result?.ranking.flat() ?? [];
  const rest = view.seats.flatMap((seat, at) => (seat && !ranked.includes(at) ? [at] : []));
  const gone = (/** @type {number} */ seat) => Number(game.left.includes(seat));
  rest.sort((a, b) => gone(a) - gone(b) || ((game.totals[a] ?? 0) - (game.totals[b] ?? 0)) * (low ? 1 : -1));
  return [...ranked, ...rest];
}

/** Is the match over because all but one had left? Then nobody's cards or points decided it. @param {View} view */
export function endedByLeaving(view) {
  const { result, left = [] } = view.game ?? {};
  const [winner, ...more] = result?.winners ?? [];
  if (!result || winner === undefined || more.length || left.length === 0) return false;
  return result.ranking.flat().every((seat) => seat === winner || left.includes(seat));
}

/** @param {TableState} state */
export function outcomeList({ view, module: { result: words } }) {
  const { result, outcome } = view.game ?? {};
  const first = (/** @type {number} */ seat) => (result ? result.winners.includes(seat) : outcome?.winner === seat);
  return h("ol", {}, ...standing(view, words.low(view)).map((seat) => row(view, words, seat, first(seat))));
}

/** @param {View} view @param {TableState["module"]["result"]} words @param {number} seat @param {boolean} first */
function row(view, words, seat, first) {
  const { game } = view, sits = view.seats[seat];
  const outcome = endedByLeaving(view) ? null : game?.outcome;
  const gone = Boolean(game?.left.includes(seat) || sits?.left);
  const note = gone ? t("result.left")
    : outcome ? words.note(view, seat) : first ? t(game?.left.length ? "result.others_left" : "result.won") : "";
  return h("li", { class: first ? "outcome first" : "outcome", "data-gone": gone },
    sits && seat !== view.you ? who(sits.player) : face(sits?.player.avatar ?? ""),
    h("div", {},
      h("h3", { text: seat === view.you ? t("you") : sits?.player.name ?? "" }), h("p", { class: "soft tiny", text: note })),
    !outcome || (gone && !outcome.points[seat]) ? null : total(words.total ? words.total(view, seat) : points(view, seat)),
    outcome ? leftover(words.left(view, seat), gone) : null);
}

/** All points, and those of this round. @param {View} view @param {number} seat */
function points({ game }, seat) {
  const all = game?.totals[seat] ?? 0, now = game?.outcome?.points[seat];
  const this_round = now === undefined || now === all ? [] : [t("result.this_round", { n: signed(now) })];
  return { figure: number(all), notes: [t("result.points", { n: all }), ...this_round] };
}

/** @param {{figure: string, notes: string[]} | null} what */
const total = (what) =>
  what && h("p", { class: "total" }, what.figure, ...what.notes.map((text) => h("small", { text })));

/**
 * @param {string[][]} groups
 * @param {boolean} gone
 */
function leftover(groups, gone) {
  const words = groups.length ? h("span", { class: "away", text: groups.map(cardNames).join(". ") })
    : h("span", { class: "soft tiny", text: t(gone ? "result.hand_hidden" : "result.no_cards") });
  return h("div", { class: "leftover" }, words, ...groups.map((cards) => h("span", { class: "group" }, ...cards.map(playCard))));
}
