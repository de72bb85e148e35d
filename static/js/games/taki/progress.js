/* <taki-progress>: how far I am, in a match of several hands or of stages. */
import { h, put } from "../../dom.js";
import { t } from "../../i18n.js";
import { amActive } from "../../table-state.js";
import { formatOf, gameOf, handsToWin } from "./state.js";

/** @import {View} from "../../../wire.d.ts" */
/** @import {TableState} from "../../table-state.js" */

/** The steps I have done, of how many, in words; null where a hand is all. @param {View} view */
export function way(view) {
  const game = gameOf(view), you = view.you ?? -1;
  if (!game || view.phase !== "playing" || !amActive(view)) return null;
  const stage = game.stages?.[you];
  if (stage !== undefined) return { done: 8 - stage, of: 8, text: t("own.stage", { n: stage }) };
  const of = handsToWin(view), done = game.totals[you] ?? 0;
  return formatOf(view) === "first_to" ? { done, of, text: t("own.hands_won", { n: done, of }) } : null;
}

export class TakiProgress extends HTMLElement {
  /** @param {TableState} state */
  show({ view }) {
    const far = way(view), of = JSON.stringify(far);
    this.hidden = !far;
    if (!far || this.dataset.of === of) return;
    this.dataset.of = of;
    const steps = far.of > 8 ? [] : Array.from({ length: far.of }, (_, i) => h("i", { "data-done": i < far.done ? "" : null }));
    put(this, h("span", { text: far.text }), h("span", { class: "steps", "aria-hidden": "true" }, ...steps));
  }
}
customElements.define("taki-progress", TakiProgress);
