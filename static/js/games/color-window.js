/* The window in which a colour or suit is named: for every game that has cards which do that. */
import { art, ask, button, h } from "../dom.js";
import { askWindow } from "../elements/ask-window.js";
import { t } from "../i18n.js";
import { capital, cardName, colorName } from "../card-words.js";
import { inkOf, SHAPES } from "../words.js";

/** @import {Action} from "../../wire.d.ts" */

/** The colour that an action names. @param {Action} action */
const inkNamed = (action) =>
  action.type === "choose" ? action.color : action.type === "play" ? (action.suit ?? action.color ?? "") : "";

/**
 * Which colour is it now? Only what is legal is offered.
 * @param {object} about
 * @param {string} about.title
 * @param {readonly Action[]} about.actions
 * @param {readonly string[]} about.hand
 * @param {string} [about.card] the card that names it, which may be taken back
 * @param {readonly string[]} [about.notes] what has to be known before
 */
export function colorWindow({ title, actions, hand, card, notes = [] }) {
  const hue = (/** @type {Action} */ action, /** @type {number} */ i) => {
    const ink = inkNamed(action), n = hand.filter((held) => inkOf(held) === ink && held !== card).length;
    const press = () => ask(node, "wish", { act: action });
    return h("button", { type: "button", "data-ink": ink, "aria-keyshortcuts": String(i + 1), on: { click: press } },
      art(SHAPES[ink] ?? "", ""), h("span", { text: capital(colorName(ink)) }, h("small", { text: t("color.held", { n }) })));
  };
  const node = askWindow(title, {},
    card ? h("p", { class: "away", text: cardName(card) }) : null,
    ...notes.map((text) => h("p", { class: "tiny", text })),
    h("div", { class: "hues" }, ...actions.filter(inkNamed).map(hue)),
    card ? button(t("color.back"), () => ask(node, "close"), { cls: "plain" }) : null);
  return node;
}
