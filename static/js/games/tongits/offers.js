/* What I can press in Tongits, always in the same places: draw or lay, take or discard, call, suggest. */
import { t } from "../../i18n.js";
import { can } from "../../table-state.js";
import { nameAt, refusal } from "../../words.js";
import { backOffer } from "../plain.js";
import {
  amDrawing, amLaying, gameOf, lays, suggestionAfter, suggestions, takes, takeWith, whyNoDraw, whyNoTake,
} from "./state.js";

/** @import {View} from "../../../wire.d.ts" */
/** @import {Offer, Own, Wish} from "../index.js" */

/** @param {Own} own @returns {Offer[]} */
export function offers({ view, chosen }) {
  const game = gameOf(view);
  if (!game) return [];
  const back = backOffer(view);
  if (can(view, "fold")) return [...back, { key: "answer", label: t("tongits.act.answer"), wish: { ask: "draw" } }];
  const own = [...(amLaying(view) ? laying(view, chosen) : drawing(view, chosen)), call(view), suggest(view, chosen)];
  if (back.length) for (const offer of own) offer.main = false;
  return [...back, ...own];
}

/** Draw and take: the first part of a turn. @param {View} view @param {readonly string[]} chosen @returns {Offer[]} */
function drawing(view, chosen) {
  const draw = amDrawing(view) ? can(view, "draw_stock") : undefined, take = takeWish(view, chosen);
  const exact = chosen.length > 0 && takeWith(view, chosen) !== undefined;
  const why = refusal(gameOf(view)?.call ? "draw_called" : "not_your_turn");
  return [
    { key: "draw", label: t("act.draw"), wish: draw ? { act: draw } : null, main: !exact, why: draw ? "" : why },
    { key: "take", label: t("tongits.act.take"), wish: take, main: exact, why: take ? "" : whyNoTake(view) },
  ];
}

/**
 * Taking the discard: with the chosen cards where they fit, at once where there is one way, else I am asked.
 * @param {View} view @param {readonly string[]} chosen @returns {Wish | null}
 */
export function takeWish(view, chosen) {
  const [one, ...more] = takes(view), exact = takeWith(view, chosen) ?? (more.length ? undefined : one);
  if (exact) return { act: exact };
  return one ? { ask: "take" } : null;
}

/** Lay and discard: the second part of a turn. @param {View} view @param {readonly string[]} chosen @returns {Offer[]} */
function laying(view, chosen) {
  const wish = layWish(view, chosen), only = chosen.length === 1 ? chosen[0] : undefined;
  const act = wish && "act" in wish ? wish.act : null;
  const owner = act?.type === "lay_off" ? gameOf(view)?.melds[act.meld]?.owner : -1;
  const label = act?.type !== "lay_off" ? t("tongits.act.lay")
    : owner === view.you ? t("tongits.act.lay_own") : t("tongits.act.lay_on", { name: nameAt(view, owner) });
  return [
    { key: "lay", label, wish, main: true, why: t(chosen.length ? "refused.no_meld" : "tongits.why.choose_meld") },
    {
      key: "discard", label: t("tongits.act.discard"), main: !wish, why: t("tongits.why.choose_one"),
      wish: only ? { act: { type: "discard", card: only } } : null,
    },
  ];
}

/**
 * Laying these cards: at once where there is one way, else I am asked.
 * @param {View} view @param {readonly string[]} cards @returns {Wish | null}
 */
export function layWish(view, cards) {
  const [one, ...more] = lays(view, cards);
  if (!one) return null;
  return more.length ? { ask: `lay ${cards.join(" ")}` } : { act: one };
}

/** @param {View} view @returns {Offer} */
function call(view) {
  const wish = can(view, "call_draw") ? /** @type {Wish} */ ({ ask: "call" }) : null;
  return { key: "call", label: t("tongits.act.call"), wish, why: whyNoDraw(view) };
}

/** @param {View} view @param {readonly string[]} chosen @returns {Offer} */
function suggest(view, chosen) {
  const any = suggestions(view).length > 0;
  return {
    key: "suggest", label: t("tongits.act.suggest"), why: any ? "" : t("tongits.why.nothing_to_suggest"),
    wish: any ? { choose: suggestionAfter(view, chosen) } : null,
  };
}

/**
 * Cards that are dragged up: onto what lies under them, else to where they belong.
 * @param {View} view @param {readonly string[]} cards @param {string} [onto] "discard", "meld 2"
 * @returns {Wish | null}
 */
export function play(view, cards, onto = "") {
  if (amDrawing(view)) return takeWith(view, cards) ? takeWish(view, cards) : { why: refusal("draw_a_card") };
  if (!amLaying(view)) return { why: refusal("not_your_turn") };
  const [card, ...more] = cards, meld = onto.startsWith("meld ") ? Number(onto.slice(5)) : null;
  const discard = card && !more.length ? { act: /** @type {const} */ ({ type: "discard", card }) } : null;
  if (onto === "discard") return discard ?? { why: t("tongits.why.choose_one") };
  const ways = lays(view, cards);
  if (meld !== null) {
    const on = ways.find((way) => way.type === "lay_off" && way.meld === meld);
    return on ? { act: on } : { why: refusal("does_not_fit_meld") };
  }
  if (discard && ways.length) return { ask: `lay ${card}` };
  return layWish(view, cards) ?? discard ?? { why: refusal("no_meld") };
}
