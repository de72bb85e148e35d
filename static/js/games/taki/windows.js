/* Windows of TAKI: the answer to a +3, the same for everybody whatever they hold, and the colour of a Change Colour. */
import { ask, button, h, say } from "../../dom.js";
import { askWindow } from "../../elements/ask-window.js";
import { t } from "../../i18n.js";
import { can, isMine, playsOf } from "../../table-state.js";
import { nameAt } from "../../words.js";
import { colorWindow } from "../color-window.js";
import { answering, gameOf, kingIsMine } from "./state.js";

/** @import {Action, View} from "../../../wire.d.ts" */
/** @import {Asked, Wish} from "../index.js" */

/**
 * The answers to a waiting +3: they look the same whatever I hold. Who lacks the card learns it by pressing, and nobody
 * else does.
 * @param {View} view
 * @returns {{key: string, label: string, wish: Wish}[]}
 */
export function answers(view) {
  const wish = (/** @type {Action | undefined} */ action, /** @type {string} */ why) => (action ? { act: action } : { why });
  const [king] = playsOf(view, "K");
  return [
    { key: "accept", label: t("act.draw_three"), wish: wish(can(view, "accept"), t("refused.already_accepted")) },
    ...(kingIsMine(view) ? [{ key: "king", label: t("act.king"), wish: wish(king, t("refused.no_king")) }] : []),
    { key: "break", label: t("act.break"), wish: wish(can(view, "breaker"), t("refused.no_breaker")) },
  ];
}

/** @param {View} view @param {string | null} asked @returns {Asked | null} */
export function windows(view, asked) {
  if (answering(view))
    return { key: `plus3 ${view.clock?.starts ?? 0}`, focus: "window", build: () => plusThreeWindow(view) };
  const card = asked?.startsWith("name ") ? asked.slice(5) : "", actions = card ? playsOf(view, card) : [];
  if (!actions.length || !isMine(view) || view.held) return null;
  const hand = gameOf(view)?.hand ?? [], build = () => colorWindow({ title: t("color.ask"), actions, hand, card });
  return { key: `name ${card}`, focus: true, line: t("status.choose"), build };
}

/** @param {View} view */
function plusThreeWindow(view) {
  const name = nameAt(view, gameOf(view)?.window?.by), { clock } = view;
  const text = h("p", { text: t(kingIsMine(view) ? "plus_three.text_king" : "plus_three.text", { name }) });
  const press = (/** @type {Wish} */ wish) => {
    if (!("why" in wish)) return ask(node, "wish", wish);
    say(text, wish.why);   // in the window, which lies over the place where reasons are said
    ask(node, "speak", { text: wish.why });
  };
  const time = { "data-from": clock?.starts ?? 0, "data-until": clock?.deadline ?? 0, "aria-hidden": "true" };
  const node = askWindow(t("plus_three.title", { name }), { urgent: true }, text, h("div", { class: "fuse", ...time }, h("i")),
    h("div", { class: "row answers" }, ...answers(view).map(({ key, label, wish }) =>
      button(label, () => press(wish), { main: key === "break", "data-key": key }))));
  return node;
}
