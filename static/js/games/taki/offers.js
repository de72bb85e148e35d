/* What I can press in TAKI, always in the same places: the end of a turn first, the call after it. */
import { t } from "../../i18n.js";
import { can, playsOf } from "../../table-state.js";
import { refusal } from "../../words.js";
import { backOffer } from "../plain.js";
import { gameOf } from "./state.js";

/** @import {Action, TakiView} from "../../../wire.d.ts" */
/** @import {Offer, Own} from "../index.js" */

/** @param {Own} own @returns {Offer[]} */
export function offers({ view, mine }) {
  const game = gameOf(view);
  if (!game) return [];
  const back = backOffer(view), due = game.owes.includes(view.you ?? -1);
  const own = [...turn({ view, mine }, game), call(view, game)];
  if (back.length || due) for (const offer of own) offer.main = false;
  const last = own.at(-1);
  if (last && due && !back.length) last.main = true;
  return [...back, ...own];
}

/** @param {Action | undefined} action */
const act = (action) => (action ? { act: action } : null);

/** @param {{view: Own["view"], mine: boolean}} own @param {TakiView} game @returns {Offer[]} */
function turn({ view, mine }, game) {
  if (mine && game.run) return run(view);
  const [take, draw, pass] = mine ? [can(view, "take"), can(view, "draw"), can(view, "pass")] : [];
  const main = !playsOf(view).length;
  if (take) return [{ key: "draw", label: t("act.take", { n: game.penalty }), wish: act(take), main }];
  if (pass) return [{ key: "pass", label: t(game.duty === "king" ? "act.no_more" : "act.pass"), wish: act(pass), main }];
  const why = draw ? "" : refusal(game.window ? "plus_three_waits" : "not_your_turn");
  return [{ key: "draw", label: t("act.draw"), wish: act(draw), main, why }];
}

/** A run ends in one of two ways; which one can't be chosen now says why. @param {Own["view"]} view @returns {Offer[]} */
function run(view) {
  const close = can(view, "close"), leave = can(view, "leave_open");
  return [
    { key: "close", label: t("act.close"), wish: act(close), main: true, why: close ? "" : refusal("taki_on_top") },
    { key: "leave", label: t("act.leave_open"), wish: act(leave), main: !close, why: leave ? "" : refusal("must_close") },
  ];
}

/** @param {Own["view"]} view @param {TakiView} game @returns {Offer} */
function call(view, game) {
  const action = can(view, "last_card"), called = game.announced.includes(view.you ?? -1);
  const why = called ? "already_announced" : game.turn === view.you ? "too_many_cards" : "call_in_turn";
  return { key: "last", label: t("act.last_card"), wish: act(action), why: action ? "" : refusal(why) };
}
