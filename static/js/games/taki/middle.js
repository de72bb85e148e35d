/* <taki-middle>: stock, discard pile, direction, colour in force with its open run, and the debt that +2 cards add up to. */
import { t } from "../../i18n.js";
import { can, isMine } from "../../table-state.js";
import { nameAt, refusal } from "../../words.js";
import { PilesMiddle } from "../piles-middle.js";
import { gameOf, hiddenFigure } from "./state.js";

/** @import {View} from "../../../wire.d.ts" */

export class TakiMiddle extends PilesMiddle {
  /** @override @param {View} view */
  press(view) {
    const game = gameOf(view), left = game?.stock ?? 0, mine = isMine(view) && !view.held;
    const action = mine ? can(view, "take") ?? can(view, "draw") : undefined;
    const code = game?.window ? "plus_three_waits" : !mine ? "not_your_turn" : game?.run ? "in_a_run" : "king_waits";
    const why = view.you === null ? "" : refusal(code);
    const label = t(game?.penalty ? "stock.take" : "stock.draw", { n: game?.penalty || 1, left });
    return {
      wish: action ? { act: action } : why ? { why } : null, live: Boolean(action),
      label: action ? label : t("stock.left", { n: left }),
    };
  }

  /** @override @param {View} view */
  beside(view) {
    const game = gameOf(view);
    return !game ? "" : game.open_taki ? t("table.open_run") : hiddenFigure(game);
  }

  /** Who owes it; what was put down lies on the pile. @override @param {View} view */
  billed(view) {
    const game = gameOf(view);
    if (!game || game.penalty <= 0) return null;
    const who = game.turn === null ? "" : game.turn === view.you ? t("you") : nameAt(view, game.turn);
    return { lines: who ? [{ who, plus: "" }] : [], sum: game.penalty };
  }
}
customElements.define("taki-middle", TakiMiddle);
