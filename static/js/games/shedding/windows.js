/* Windows of the shedding games: a colour or suit to name, a wild draw four to believe or to doubt. */
import { ask, button, h } from "../../dom.js";
import { askWindow } from "../../elements/ask-window.js";
import { playCard } from "../../elements/play-card.js";
import { compare } from "../../hand-order.js";
import { t } from "../../i18n.js";
import { can, isMine, legalOf, playsOf } from "../../table-state.js";
import { cardNames, colorName } from "../../card-words.js";
import { inkOf, nameAt } from "../../words.js";
import { colorWindow } from "../color-window.js";
import { gameOf, wording } from "./state.js";

/** @import {Action, SheddingView, View} from "../../../wire.d.ts" */
/** @import {Asked} from "../index.js" */

/**
 * What is asked of me now. `asked` is "name r7": the card whose colour I am about to name.
 * @param {View} view
 * @param {string | null} asked
 * @returns {Asked | null}
 */
export function windows(view, asked) {
  const game = gameOf(view);
  if (!game) return null;
  if (isMine(view) && !view.held) {
    if (game.challenge && can(view, "accept")) return { key: "challenge", focus: true, build: () => doubtWindow(view, game) };
    const choices = legalOf(view).filter((action) => action.type === "choose");
    if (choices.length) return { key: "choose", focus: true, build: () => naming(view, choices) };
    const card = asked?.startsWith("name ") ? asked.slice(5) : "", plays = card ? playsOf(view, card) : [];
    const line = t(wording(view, "status.choose"));
    if (plays.length) return { key: `name ${card}`, focus: true, line, build: () => naming(view, plays, card) };
  }
  const shown = game.shown;
  if (shown) return { key: "shown", focus: false, shuts: true, build: () => shownWindow(view, shown) };
  return null;
}

/** @param {View} view @param {readonly Action[]} actions @param {string} [card] */
function naming(view, actions, card) {
  const game = gameOf(view), title = t(game?.named === "suit" ? "color.ask_suit" : "color.ask");
  return colorWindow({ title, actions, hand: game?.hand ?? [], card, notes: meanwhile(view, card) });
}

/** What has to be known before a colour is named. @param {View} view @param {string} [card] @returns {string[]} */
function meanwhile(view, card) {
  const game = gameOf(view), known = [];
  if (!game) return [];
  if (game.penalty) known.push(t(game.turn === view.you ? "event.penalty.you" : "bill.sum", { n: game.penalty }));
  if (card === "WSH") known.push(t("effect.shuffle"));
  if (card === "WC") known.push(t(`effect.${view.table.options.customEffect ?? "plain"}`));
  if (card === "W4" && view.table.game === "uno" && view.table.options.stacking !== "sameKind") {
    const holds = (game.hand ?? []).some((held) => inkOf(held) === game.color);
    known.push(t(holds && game.color ? "effect.bluff" : "effect.rightful", { color: game.color ? colorName(game.color) : "" }));
  }
  return known;
}

/** Is it a bluff? @param {View} view @param {SheddingView} game */
function doubtWindow(view, game) {
  const by = nameAt(view, game.challenge?.by), n = game.penalty || 4;
  const accept = can(view, "accept"), doubt = can(view, "challenge");
  const node = askWindow(t("doubt.title", { name: by }), {},
    h("p", { text: t("doubt.rule", { name: by }) }),
    h("div", { class: "row" },
      button(t("act.take_short", { n }), () => ask(node, "wish", { act: accept }), { main: true, "data-key": "accept" }),
      doubt ? button(t("doubt.press"), () => ask(node, "wish", { act: doubt }), { "data-key": "doubt" }) : null));
  return node;
}

/** The hand of whoever I doubted, for my eyes alone. @param {View} view @param {{seat: number, hand: string[]}} shown */
function shownWindow(view, { seat, hand }) {
  const name = nameAt(view, seat), guilty = isMine(view);
  const cards = hand.map((card) => ({ key: card, card })).sort(compare("colour")).map(({ card }) => card);
  const node = askWindow(t(guilty ? "doubt.guilty" : "doubt.innocent", { name }), {},
    h("p", { text: t(guilty ? "doubt.guilty_text" : "doubt.innocent_text", { name }) }),
    h("div", { class: "shown" }, h("span", { class: "away", text: cardNames(cards) }), ...cards.map(playCard)),
    h("p", { class: "soft tiny", text: t("doubt.for_you", { name }) }),
    button(t("close"), () => ask(node, "close"), { cls: "plain small" }));
  return node;
}
