/* What I can press in a shedding game, always in the same places. */
import { t } from "../../i18n.js";
import { can, playsOf } from "../../table-state.js";
import { refusal } from "../../words.js";
import { backOffer } from "../plain.js";
import { callWord, gameOf } from "./state.js";

/** @import {Offer, Own} from "../index.js" */

/** @param {Own} own @returns {Offer[]} */
export function offers({ view, mine }) {
  const game = gameOf(view);
  if (!game) return [];
  const back = backOffer(view), own = [...turn({ view, mine }), ...last(view)];
  if (back.length) for (const offer of own) offer.main = false;
  return [...back, ...own];
}

/** Draw, take, keep, pass: one of them in the first place. @param {{view: Own["view"], mine: boolean}} own @returns {Offer[]} */
function turn({ view, mine }) {
  const game = gameOf(view), drawn = game?.drawn;
  const [take, draw, pass] = mine ? [can(view, "take"), can(view, "draw"), can(view, "pass")] : [];
  if (mine && drawn) {
    const fits = playsOf(view, drawn).length > 0;
    return [
      ...(pass ? [{ key: "keep", label: t("act.keep"), wish: { act: pass } }] : []),
      { key: "play", label: t("act.play_it"), wish: fits ? { play: [drawn] } : null, main: true },
    ];
  }
  if (take) return [{ key: "draw", label: t("act.take", { n: game?.penalty ?? 0 }), wish: { act: take }, main: true }];
  if (pass && !draw) return [{ key: "draw", label: t("act.pass"), wish: { act: pass }, main: true }];
  const asked = game?.choosing === view.you || Boolean(game?.challenge);
  const why = draw ? "" : refusal(!mine ? "not_your_turn" : asked ? "answer_first" : "must_play");
  return [{ key: "draw", label: t("act.draw"), wish: draw ? { act: draw } : null, main: !playsOf(view).length, why }];
}

/** The call; where the game knows none there is no button. @param {Own["view"]} view @returns {Offer[]} */
function last(view) {
  const action = can(view, "last_card"), called = gameOf(view)?.announced.includes(view.you ?? -1);
  if (view.table.options.last_card_call === false) return [];
  return [{
    key: "last", label: callWord(view), wish: action ? { act: action } : null,
    why: action ? "" : t(called ? "refused.already_announced" : "refused.not_two_cards"),
  }];
}
