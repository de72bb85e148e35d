/* <round-result>: what the round brought, and the time to the next. Out: "ready". */
import { ask, button, h, put } from "../dom.js";
import { list, t } from "../i18n.js";
import { gameName, nameAt, optionText } from "../words.js";
import { isActive } from "../table-state.js";
import { outcomeList } from "./outcome-list.js";

/** @import {View} from "../../wire.d.ts" */

/** "Toma 2, to 60 points, round 2". @param {View} view */
export function matchLine(view) {
  const format = view.table.options.format;
  const how = format === undefined ? "" : optionText("format", format);
  const round = format === "express" ? "" : t("result.round", { n: view.game?.round ?? 1 });
  return [gameName(view.table.game), how, round].filter(Boolean).join(", ");
}

/** @param {View} view */
export function wentOut(view) {
  const outcome = view.game?.outcome;
  if (!outcome || outcome.blocked || outcome.winner === null) return t("result.blocked");
  return outcome.winner === view.you
    ? t("result.you_went_out")
    : t("result.name_went_out", { name: nameAt(view, outcome.winner) });
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
  /** @param {View} view */
  show(view) {
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
    put(
      this,
      h(
        "div",
        { class: "row apart" },
        h(
          "div",
          {},
          h("p", { class: "soft", text: matchLine(view) }),
          h("h1", { text: wentOut(view), tabindex: "-1" }),
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
      h("section", { class: "panel" }, outcomeList(view)),
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
    );
    this.scrollTop = kept;
  }
}
customElements.define("round-result", RoundResult);
