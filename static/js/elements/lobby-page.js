/* <lobby-page>: play now, the live tables, what the house has for me. Its parts say what is wanted. */
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { LobbyHero } from "./lobby-hero.js";
import { TableList } from "./table-list.js";

/** @import {Row} from "../../wire.d.ts" */
/** @import {Me} from "../../http.d.ts" */

/**
 * @typedef {object} LobbyData
 * @property {Me | null} me
 * @property {Map<number, Row>} rows
 * @property {"loading" | "here" | "failed"} list
 * @property {number} now the server's time, ms
 * @property {number[]} seated tables where I sit for coins
 * @property {number[]} invited tables where a seat is kept for me
 */

export class LobbyPage extends HTMLElement {
  constructor() {
    super();
    this.hero = new LobbyHero();
    this.tables = new TableList();
    /** Comes after the tables. @type {import("./house-panels.js").HousePanels | null} */
    this.house = null;
    /** What stands beside the tables: the house, and what comes later. */
    this.beside = h("div", { class: "stack" });
  }

  connectedCallback() {
    if (this.firstChild) return;
    this.append(h("main", { class: "page", id: "main" }, this.hero, h("div", { class: "two" }, this.tables, this.beside),
      h("p", { class: "row tiny" }, h("a", { href: "/books", text: t("nav.books") }))));
    import("./house-panels.js").then(({ HousePanels }) => {
      this.house = new HousePanels();
      this.beside.prepend(this.house);
      this.house.show(this.tables.data.me);
    }, () => {});
  }

  /** @param {LobbyData} data */
  show(data) {
    this.hero.show(data);
    this.tables.show(data);
    this.house?.show(data.me);
  }
}
customElements.define("lobby-page", LobbyPage);
