/* <round-result>: what the round brought, and the time to the next. Out: "ready". */
import { ask, button, h, put, redraw } from "../dom.js";
import { list, t } from "../i18n.js";
import { gameName } from "../words.js";
import { isActive } from "../table-state.js";
import { outcomeList } from "./outcome-list.js";

/** @import {View} from "../../wire.d.ts" */
/** @import {TableState} from "../table-state.js" */

/** "Toma 2, to 60 points, round 2". @param {TableState} state */
export function matchLine({ view, module }) {
  const { text, rounds } = module.result.format(view);
  const round = rounds ? t("result.round", { n: view.game?.round ?? 1 }) : "";
  return [gameName(view.table.game), text, round].filter(Boolean).join(", ");
}

/** The promise behind the deal, for whoever wants to check it. @param {View} view */
export function dealPromise(view) {
  const round = view.round;
  if (!round?.commitment) return null;
  return h(
    "details",
    { class: "panel promise" },
    h("summary", { text: t("fair.title") }),
    h("p", { class: "soft tiny", text: t("fair.text") }),
    h(
      "dl",
      { class: "tiny" },
      h("dt", { class: "soft", text: t("fair.commitment") }),
      h("dd", {}, h("code", { text: round.commitment })),
      h("dt", { class: "soft", text: t("fair.seed") }),
      h("dd", {}, h("code", { text: round.seed ?? t("fair.later") })),
    ),
  );
}

export class RoundResult extends HTMLElement {
  /** @param {TableState} state */
  show(state) {
    const { view, module } = state;
    this.className = "result";
    const ready = view.pause?.ready ?? [],
      mine = view.you !== null && isActive(view, view.you);
    const names = (/** @type {boolean} */ done) =>
      view.seats.flatMap((seat, at) =>
        seat && at !== view.you && isActive(view, at) && !seat.robot && ready.includes(at) === done
          ? [seat.player.name]
          : [],
      );
    const pressed = view.you !== null && ready.includes(view.you);
    const who = [
      names(true).length ? t("ready.are", { n: names(true).length, names: list(names(true)) }) : "",
      names(false).length ? t("ready.not", { n: names(false).length, names: list(names(false)) }) : "",
    ]
      .filter(Boolean)
      .join(" ");
    const looks = JSON.stringify([view.game?.outcome, ready, view.pause, view.game?.left]);
    if (this.dataset.drawn === looks) return;
    const kept = this.scrollTop;
    this.dataset.drawn = looks;
    redraw(this, () => put(
      this,
      h(
        "div",
        { class: "row apart" },
        h(
          "div",
          {},
          h("p", { class: "soft", text: matchLine(state) }),
          h("h1", { text: module.result.headline(view), tabindex: "-1" }),
        ),
        view.pause
          ? h(
              "div",
              { class: "nextup", role: "timer" },
              h(
                "span",
                {
                  class: "dial",
                  "data-from": view.pause.deadline - 15_000,
                  "data-until": view.pause.deadline,
                },
                h("b", { "data-seconds": view.pause.deadline }),
              ),
              h("span", { class: "soft tiny", text: t("result.to_next") }),
            )
          : null,
      ),
      h("section", { class: "panel" }, outcomeList(state), module.result.more?.(view)),
      dealPromise(view),
      h(
        "div",
        { class: "strip" },
        h(
          "div",
          { class: "row" },
          mine
            ? button(
                t(pressed ? "ready.pressed" : "ready.press"),
                () => {
                  if (!pressed) ask(this, "ready");
                },
                { main: !pressed, "aria-disabled": pressed ? "true" : null },
              )
            : null,
          h("span", { class: "soft tiny", text: who }),
        ),
      ),
    ));
    this.scrollTop = kept;
  }
}
customElements.define("round-result", RoundResult);
