/* <shedding-middle>: stock, discard pile, direction, colour in force, and the bill of a pending penalty. */
import { t } from "../../i18n.js";
import { acting, can, isMine } from "../../table-state.js";
import { nameAt } from "../../words.js";
import { PilesMiddle } from "../piles-middle.js";
import { gameOf } from "./state.js";

/** @import {View} from "../../../wire.d.ts" */

/** What a draw card adds to the sum. @param {View} view @param {string} card */
const added = (view, card) =>
  card.startsWith("W") || (card.startsWith("4") && view.table.game === "switch") ? 4 : card === "Qs" ? 5 : 2;

export class SheddingMiddle extends PilesMiddle {
  /** @override @param {View} view */
  press(view) {
    const game = gameOf(view), mine = isMine(view);
    const action = mine && !view.held ? can(view, "take") ?? can(view, "draw") : undefined;
    const why = acting(view) !== null && view.you !== null ? t(mine ? "refused.must_play" : "refused.not_your_turn") : "";
    const left = game?.stock ?? 0, label = t(game?.penalty ? "stock.take" : "stock.draw", { n: game?.penalty || 1, left });
    return {
      wish: action ? { act: action } : why ? { why } : null, live: Boolean(action),
      label: action ? label : t("stock.left", { n: left }),
    };
  }

  /** @override @param {View} view */
  billed(view) {
    const game = gameOf(view);
    if (!game || game.penalty <= 0 || game.challenge?.seat === view.you) return null;
    const lines = game.bill.map(({ seat, card }) => ({
      who: seat === null ? t("bill.deal") : seat === view.you ? t("you") : nameAt(view, seat),
      plus: `+${added(view, card)}`,
    }));
    return { lines, sum: game.penalty };
  }
}
customElements.define("shedding-middle", SheddingMiddle);
