/* <table-bar>: the strip above the table. Out: "bar-leave", "bar-log". */
import { art, ask, h, iconButton, mark, put, say } from "../dom.js";
import { number, t } from "../i18n.js";
import { choose, setting } from "../settings.js";
import { gameName } from "../words.js";

/** @import {TableState} from "../table-state.js" */

export class TableBar extends HTMLElement {
  constructor() {
    super();
    this.game = h("h1");
    this.code = h("span", { class: "chip code" });
    this.practice = h("span", { class: "chip", hidden: true });
    this.coins = h("span");
    this.pot = h("span", { class: "coins", hidden: true }, art("coin", ""), this.coins);
    this.bell = iconButton("sound", "", () => choose("sound", !setting("sound")));
    this.list = iconButton("list", "", () => ask(this, "bar-log"));
    this.list.classList.add("loglist");
  }

  connectedCallback() {
    if (this.firstChild) return;
    this.className = "bar";
    this.setAttribute("role", "banner");
    this.append(iconButton("back-arrow", t("leave.button"), () => ask(this, "bar-leave")),
      this.game, this.code, h("span", { class: "fill" }), this.practice, this.pot, this.bell, this.list);
  }

  /** @param {TableState} state */
  show({ view }) {
    const { code, game, bet } = view.table, early = ["waiting", "vote"].includes(view.phase);
    say(this.game, gameName(game));
    say(this.code, code);
    mark(this.code, "aria-label", t("table.code", { code: code.split("").join(" ") }));
    this.practice.hidden = bet > 0;
    say(this.practice, t("practice"));
    this.pot.hidden = bet === 0;
    say(this.coins, number(early ? bet : view.pot));
    mark(this.pot, "title", t(early ? "table.bet" : "table.pot"));
    name(this.list, t("log.title"));
    const on = setting("sound");
    name(this.bell, t(on ? "sound.off" : "sound.on"));
    if (this.bell.dataset.on === String(on)) return;
    this.bell.dataset.on = String(on);
    put(this.bell, art(on ? "sound" : "mute"));
  }
}
customElements.define("table-bar", TableBar);

/** @param {Element} press @param {string} text */
function name(press, text) {
  mark(press, "aria-label", text);
  mark(press, "title", text);
}
