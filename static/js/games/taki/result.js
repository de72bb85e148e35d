/* What TAKI says of a round's and a match's end. */
import { compare } from "../../hand-order.js";
import { number, t } from "../../i18n.js";
import { nameAt, optionText } from "../../words.js";
import { formatOf, gameOf, handsToWin } from "./state.js";

/** @import {View} from "../../../wire.d.ts" */
/** @import {ResultWords} from "../index.js" */

/** @param {View} view */
function format(view) {
  const how = formatOf(view), several = how === "first_to";
  const text = several ? t("result.first_to", { n: handsToWin(view) }) : optionText("taki", "format", how);
  return { text, rounds: several };
}

/**
 * The stage reached, or the hands won; where one hand was all there is nothing to count.
 * @param {View} view
 * @param {number} seat
 */
function total(view, seat) {
  const game = gameOf(view), stage = game?.stages?.[seat];
  if (stage !== undefined) return { figure: number(stage), notes: [t("result.stage")] };
  const won = game?.totals[seat] ?? 0;
  return formatOf(view) === "first_to" ? { figure: number(won), notes: [t("result.hands_won", { n: won })] } : null;
}

/** @type {ResultWords} */
export const result = {
  headline: (view) => {
    const { winner = null, blocked = true } = view.game?.outcome ?? {};
    if (winner === null || blocked) return t("result.blocked");
    return winner === view.you ? t("result.you_went_out") : t("result.name_went_out", { name: nameAt(view, winner) });
  },
  format,
  note: (view, seat) => {
    const outcome = view.game?.outcome;
    return outcome?.winner === seat ? t("result.went_out") : t("cards", { n: outcome?.hands[String(seat)]?.length ?? 0 });
  },
  left: (view, seat) => {
    const hand = (view.game?.outcome?.hands[String(seat)] ?? []).map((card) => ({ key: card, card }));
    return hand.length ? [hand.sort(compare("colour")).map(({ card }) => card)] : [];
  },
  low: () => false,
  total,
  more: null,
};
