/* <week-panel>: the best of this week, and where I am. */
import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { rankRow } from "./rank-row.js";

/** @import {Leaderboard} from "../../http.d.ts" */

/** So many are shown, besides the reader. */
const SHOWN = 3;

export class WeekPanel extends HTMLElement {
  /** @param {Leaderboard} best @param {number | null} me */
  show({ rows, own }, me) {
    const first = rows.slice(0, SHOWN), last = own && !first.some(({ id }) => id === me) ? [own] : [];
    const shown = [...first, ...last].map((row) => rankRow(row, { own: row.id === me }));
    put(this, h("section", { class: "panel stack" },
      h("div", { class: "row apart" },
        h("h2", { text: t("standing.week") }), h("span", { class: "soft tiny", text: t("standing.points_of") })),
      first.length
        ? h("ol", { class: "ranks", role: "list" }, ...shown)
        : h("p", { class: "soft", text: t("standing.empty_text") }),
      h("p", { class: "tiny" }, h("a", { href: "/standing", text: t("standing.title") }))));
  }
}
customElements.define("week-panel", WeekPanel);
