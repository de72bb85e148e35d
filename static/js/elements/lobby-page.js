/* <lobby-page>: play now, the live tables, what the house has for me. Its parts say what is wanted. */
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { HousePanels } from "./house-panels.js";
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
 */

export class LobbyPage extends HTMLElement {
  constructor() {
    super();
    this.hero = new LobbyHero();
    this.tables = new TableList();
    this.house = new HousePanels();
    /** What stands beside the tables: the house, and what comes later. */
    this.beside = h("div", { class: "stack" }, this.house);
  }

  connectedCallback() {
    if (this.firstChild) return;
    this.append(h("main", { class: "page", id: "main" }, this.hero, h("div", { class: "two" }, this.tables, this.beside),
      h("p", { class: "row tiny" }, h("a", { href: "/books", text: t("nav.books") }))));
  }

  /** @param {LobbyData} data */
  show(data) {
    this.hero.show(data);
    this.tables.show(data);
    this.house.show(data.me);
  }
}
customElements.define("lobby-page", LobbyPage);
