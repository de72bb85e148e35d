/* <standing-page>: who has the most points, of a time and a game. Out: "choose" {period, game}, "more", "again". */
import { art, ask, button, h, mark, put, redraw } from "../dom.js";
import { t } from "../i18n.js";
import { gameName, knownGames } from "../words.js";
import { rankRow } from "./rank-row.js";

/** @import {Ranked} from "../../http.d.ts" */
/** @import {Period} from "../api-standing.js" */

/**
 * @typedef {object} StandingData
 * @property {Period} period
 * @property {string} game "" for all
 * @property {"loading" | "here" | "failed"} state
 * @property {Ranked[]} rows
 * @property {Ranked | null} own
 * @property {boolean} more
 * @property {number | null} me
 */

/** @type {Period[]} */
const PERIODS = ["week", "season", "all"];

export class StandingPage extends HTMLElement {
  constructor() {
    super();
    /** @type {StandingData} */
    this.data = { period: "week", game: "", state: "loading", rows: [], own: null, more: false, me: null };
    this.tabs = PERIODS.map((period) => button("", () => this.choose({ period })));
    this.games = h("select", { class: "btn small" });
    this.games.addEventListener("change", () => this.choose({ game: this.games.value }));
    this.list = h("div", { class: "stack" });
    this.more = button("", () => ask(this, "more"));
  }

  connectedCallback() {
    if (this.firstChild) return;
    const tabs = h("div", { class: "pick", role: "group", "aria-label": t("standing.period") }, ...this.tabs);
    this.tabs.forEach((tab, at) => put(tab, h("span", { text: t(`standing.${PERIODS[at]}`) })));
    put(this.more, h("span", { text: t("standing.more") }));
    mark(this.games, "aria-label", t("standing.game"));
    this.append(h("main", { class: "page narrow", id: "main" },
      h("h1", { text: t("standing.title") }),
      h("div", { class: "row apart" }, tabs, this.games),
      this.list,
      h("p", { class: "soft tiny", text: t("standing.how") })));
  }

  /** @param {{period?: Period, game?: string}} change */
  choose({ period = this.data.period, game = this.data.game }) {
    ask(this, "choose", { period, game });
  }

  /** @param {StandingData} data */
  show(data) {
    this.data = data;
    this.tabs.forEach((tab, at) => mark(tab, "aria-pressed", String(PERIODS[at] === data.period)));
    const all = knownGames();
    if (this.games.length !== all.length + 1) {
      put(this.games, h("option", { value: "", text: t("standing.every_game") }),
        ...all.map(({ key }) => h("option", { value: key, text: gameName(key) })));
    }
    this.games.value = data.game;
    mark(this.list, "aria-busy", data.state === "loading");
    if (data.state !== "loading" || !data.rows.length) redraw(this.list, () => put(this.list, ...this.drawn(data)));
  }

  /** @param {StandingData} data */
  drawn({ state, rows, own, more, me }) {
    if (state === "loading")
      return [h("div", { class: "late stack" }, ...[1, 2, 3].map(() => h("i", { class: "wait row-high" })))];
    if (state === "failed") return [h("div", { class: "trouble", role: "alert" },
      h("p", { text: t("standing.failed") }), button(t("try_again"), () => ask(this, "again")))];
    if (!rows.length) return [h("div", { class: "empty" }, art("sparrow", ""), h("h2", { text: t("standing.empty") }),
      h("p", { class: "soft", text: t("standing.empty_text") }),
      h("a", { class: "btn main", href: "/" }, h("span", { text: t("nav.lobby") })))];
    const mine = (/** @type {Ranked} */ row) => row.id === me;
    const list = h("ol", { class: "ranks", role: "list" }, ...rows.map((row) => rankRow(row, { own: mine(row), more: true })));
    const head = h("p", { class: "row apart tiny soft", "aria-hidden": "true" },
      h("span", { text: t("standing.player") }), h("span", { text: t("standing.points_of") }));
    return [h("section", { class: "panel stack" }, head, list, more ? this.more : null),
      own && !rows.some(mine) ? rankRow(own, { own: true, more: true, tag: "p" }) : null];
  }
}
customElements.define("standing-page", StandingPage);
