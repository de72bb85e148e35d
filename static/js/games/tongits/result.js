/* What Tongits says of a hand's and a match's end: how it ended, what each counted, who pays what and why. */
import { h } from "../../dom.js";
import { list, number, t } from "../../i18n.js";
import { by } from "../../speech.js";
import { playCard } from "../../elements/play-card.js";
import { cardNames } from "../../card-words.js";
import { nameAt, optionText } from "../../words.js";
import { inRow, isFour } from "./melds.js";
import { ended } from "./speech.js";
import { byTable, gameOf, hitterPot, severalHands, unit } from "./state.js";

/** @import {HandOutcomeView, TongitsView, View} from "../../../wire.d.ts" */
/** @import {ResultWords} from "../index.js" */

/** @typedef {{base: number, burnt: number, aces: number, secret: number}} Due what a loser pays, in units (14.7-14.9) */

/**
 * Cards that were in this hand at the end, by the division that counts: melds, then what is left over.
 * @param {View} view @param {number} seat
 */
function groups(view, seat) {
  const { outcome } = gameOf(view) ?? {}, key = String(seat);
  const hand = outcome?.hands[key] ?? [], melds = outcome?.divisions[key] ?? [];
  const rest = inRow(hand.filter((card) => !melds.flat().includes(card)));
  return [...melds, ...(rest.length ? [rest] : [])];
}

/**
 * The winner's bonus cards: aces, and whether there is a secret four (14.9).
 * @param {TongitsView} game @param {HandOutcomeView} outcome
 */
export function bonus({ melds }, { winner, hands, divisions }) {
  const own = melds.filter((meld) => meld.owner === winner), key = String(winner);
  const cards = [...(hands[key] ?? []), ...own.flatMap((meld) => meld.cards ?? [])];
  const four = own.find((meld) => meld.face_down)?.cards ?? (divisions[key] ?? []).find(isFour) ?? null;
  return { aces: cards.filter((card) => card.startsWith("A")).length, four };
}

/**
 * What a loser owes by the table of payments.
 * @param {TongitsView} game @param {HandOutcomeView} outcome @param {number} seat @returns {Due}
 */
export function due(game, outcome, seat) {
  const { aces, four } = bonus(game, outcome);
  const dear = outcome.ending === "tongits" || outcome.fought.includes(seat);
  return { base: dear ? 3 : 1, burnt: Number(!game.open.includes(seat)), aces, secret: four ? 2 : 0 };
}

/** What somebody did in this hand. @param {View} view @param {number} seat */
function note(view, seat) {
  const game = gameOf(view), outcome = game?.outcome;
  if (!game || !outcome) return "";
  const { ending, winner, fought, folded } = outcome, burnt = !game.open.includes(seat);
  const did = [];
  if (winner === seat) did.push(t(ending === "tongits" ? "tongits.did.tongits" : "tongits.did.won"));
  else if (folded.includes(seat)) did.push(t("tongits.did.folded"));
  else if (fought.includes(seat)) did.push(t("tongits.did.fought"));
  if (burnt && !(winner === seat && ending === "tongits")) did.push(t("tongits.did.burnt"));
  return did.join(", ");
}

/**
 * The coins of a loser in words: "3 lost to Tongits, 1 not open, 2 aces: 6 × 600 = 3,600".
 * @param {View} view @param {Due} what @param {HandOutcomeView} outcome
 */
function dueText(view, { base, burnt, aces, secret }, outcome) {
  const all = base + burnt + aces + secret, why = base === 1 ? "low" : outcome.ending === "tongits" ? "tongits" : "fight";
  const parts = [
    t(`tongits.pay.${why}`, { n: base }), burnt ? t("tongits.pay.burnt", { n: burnt }) : "",
    aces ? t("tongits.pay.aces", { n: aces }) : "", secret ? t("tongits.pay.secret", { n: secret }) : "",
  ].filter(Boolean);
  const one = unit(view), sum = t("tongits.pay.sum", { n: all, unit: number(one), coins: number(all * one) });
  return { parts: list(parts), sum };
}

/** Who pays what, and why. @param {View} view @returns {Node | null} */
function more(view) {
  const game = gameOf(view), outcome = game?.outcome;
  if (!game || !outcome) return null;
  const secrets = game.melds.filter((meld) => meld.face_down && meld.cards);
  const lines = secrets.map(({ owner, cards }) => h("div", { class: "secret" },
    h("p", { class: "tiny", text: by("tongits.secret", view, owner) }),
    h("span", { class: "away", text: cardNames(cards ?? []) }), h("span", { class: "group" }, ...(cards ?? []).map(playCard))));
  const paid = payments(view, game, outcome);
  return lines.length || paid ? h("div", { class: "hand-more" }, ...lines, paid) : null;
}

/** Why a loser gets nothing back, or a part (14.4, 14.5, 16.7). @param {View} view @param {number} seat */
function lossText(view, seat) {
  const { left = [], outcome } = gameOf(view) ?? {}, pct = Number(view.table.options.fold_refund_pct ?? 50);
  if (left.includes(seat)) return t("tongits.pay.left");
  return outcome?.folded.includes(seat) ? t("tongits.pay.folded", { pct }) : t("tongits.pay.bet");
}

/** @param {View} view @param {TongitsView} game @param {HandOutcomeView} outcome */
function payments(view, game, outcome) {
  const { winner } = outcome, { bet, options } = view.table;
  if (!bet || severalHands(view) || !view.settled) return null;
  if (winner === null) return h("p", { class: "tiny", text: t("tongits.pay.void") });
  const losers = view.seats.flatMap((sits, seat) => (sits && seat !== winner ? [seat] : []));
  const rows = losers.map((seat) => {
    const { parts, sum } = !game.left.includes(seat) && byTable(view)
      ? dueText(view, due(game, outcome, seat), outcome)
      : { parts: lossText(view, seat), sum: number(bet - (view.settled?.payouts[seat] ?? 0)) };
    const name = seat === view.you ? t("you") : nameAt(view, seat);
    return [h("dt", { text: name }), h("dd", {}, h("span", { text: parts }), h("b", { class: "num", text: sum }))];
  });
  const key = winner === game.previous_winner ? "tongits.hitter.taken" : "tongits.hitter.stays";
  const pot = options.hitter_pot === true ? h("p", { class: "tiny", text: t(key, { coins: number(hitterPot(view)) }) }) : null;
  return h("div", { class: "paid" }, h("h3", { text: t("tongits.pay.title") }), h("dl", {}, ...rows.flat()), pot);
}

/** @type {ResultWords} */
export const result = {
  headline: (view) => {
    const outcome = gameOf(view)?.outcome;
    return outcome ? ended(view, outcome.ending, outcome.winner) : t("result.over");
  },
  format: (view) => (severalHands(view)
    ? { text: optionText("tongits", "hands_to_win", Number(view.table.options.hands_to_win ?? 5)), rounds: true }
    : { text: byTable(view) ? t("option.tongits.stake_mode.payment_table") : "", rounds: false }),
  note,
  left: groups,
  low: () => false,
  total: (view, seat) => {
    const { totals = [], outcome } = gameOf(view) ?? {}, n = outcome?.counts[String(seat)], won = totals[seat] ?? 0;
    const counts = n === undefined ? [] : [t("tongits.count_is", { n })];
    if (severalHands(view)) return { figure: number(won), notes: [t("tongits.hands", { n: won }), ...counts] };
    return n === undefined ? null : { figure: number(n), notes: [t("tongits.counted", { n })] };
  },
  more,
};
