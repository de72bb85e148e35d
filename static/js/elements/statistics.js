/* What somebody's matches for coins came to: the level, the figures, each game. */
import { h } from "../dom.js";
import { number, t } from "../i18n.js";
import { gameName } from "../words.js";

/** @import {Profile} from "../../http.d.ts" */

/** "Level 14, 1,240 of 2,000 points". @param {Profile} profile */
export function level({ level, level_from, level_to, points }) {
  const share = (points - level_from) / (level_to - level_from), filled = h("i");
  filled.style.inlineSize = `${Math.round(100 * share)}%`;
  return h("div", { class: "level" },
    h("p", { class: "row apart tiny" }, h("span", { text: t("standing.level", { n: level }) }),
      h("span", { class: "soft", text: t("standing.level_points", { points, next: level_to }) })),
    h("div", { class: "meter", "aria-hidden": "true" }, filled));
}

/** Four figures. @param {Profile} profile */
export function figures({ matches, wins, finished, coins }) {
  const fact = (/** @type {string} */ name, /** @type {string} */ value) =>
    h("div", {}, h("dt", { text: t(`standing.${name}`) }), h("dd", { text: value }));
  return h("dl", { class: "facts panel" },
    fact("matches", number(matches)), fact("wins", number(wins)),
    fact("finished", finished === null ? "–" : t("standing.percent", { n: finished })), fact("coins", number(coins)));
}

/** By game. @param {Profile} profile */
export function byGame({ statistics }) {
  const columns = ["matches", "wins", "points_of"].map((name) =>
    h("th", { class: "r", scope: "col", text: t(`standing.${name}`) }));
  const row = (/** @type {Profile["statistics"][number]} */ { game, matches, wins, points }) =>
    h("tr", {}, h("th", { scope: "row", text: gameName(game) }),
      ...[matches, wins, points].map((value) => h("td", { class: "r", text: number(value) })));
  return h("section", { class: "panel stack" },
    h("h2", { text: t("standing.games") }),
    statistics.length
      ? h("div", { class: "wide" }, h("table", { class: "sheet games" },
          h("thead", {}, h("tr", {}, h("th", { scope: "col", text: t("standing.game") }), ...columns)),
          h("tbody", {}, ...statistics.map(row))))
      : h("p", { class: "soft", text: t("standing.no_match") }),
    h("p", { class: "tiny" }, h("a", { href: "/standing", text: t("standing.title") })));
}
