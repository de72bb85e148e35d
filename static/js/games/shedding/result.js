/* What a shedding game says of a round's and a match's end. */
import { compare } from "../../hand-order.js";
import { t } from "../../i18n.js";
import { nameAt, optionText } from "../../words.js";
import { gameOf } from "./state.js";

/** @import {View} from "../../../wire.d.ts" */
/** @import {ResultWords} from "../index.js" */

/** @param {View} view */
const scoring = (view) => String(view.table.options.scoring ?? view.table.options.format ?? "");
/** @param {View} view */
const oneRound = (view) => ["express", "single_round", "singleRound"].includes(scoring(view));

/** @param {View} view */
function format(view) {
  const { game, options } = view.table;
  if (game === "toma2") return { text: optionText(game, "format", scoring(view)), rounds: !oneRound(view) };
  if (oneRound(view)) return { text: optionText(game, "scoring", scoring(view)), rounds: false };
  const seats = view.game?.totals.length ?? view.table.seats;
  const target = Number(options.target) || (game === "crazy_eights" ? 50 * Math.max(2, seats) : 100);
  return { text: t("result.to_points", { n: target }), rounds: true };
}

/** @type {ResultWords} */
export const result = {
  headline: (view) => {
    const outcome = view.game?.outcome;
    if (!outcome || outcome.blocked || outcome.winner === null) return t("result.blocked");
    return outcome.winner === view.you
      ? t("result.you_went_out")
      : t("result.name_went_out", { name: nameAt(view, outcome.winner) });
  },
  format,
  note: (view, seat) => {
    const { outcome } = gameOf(view) ?? {};
    return outcome?.winner === seat ? t("result.went_out") : t("cards", { n: outcome?.hands[String(seat)]?.length ?? 0 });
  },
  left: (view, seat) => {
    const hand = (view.game?.outcome?.hands[String(seat)] ?? []).map((card) => ({ key: card, card }));
    return hand.length ? [hand.sort(compare("colour")).map(({ card }) => card)] : [];
  },
  // whoever collects wants much; whoever is charged for the own hand wants little
  low: (view) => ["toma2", "mau_mau", "switch"].includes(view.table.game) || scoring(view) === "ownPoints",
  more: null,
};
