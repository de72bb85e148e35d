/* <account-page>: who I am, my coins, where I am signed in, how I like it.
   Out: "avatar" {avatar}, "rename" {name}, "more-lines", "end-session" {id}, "sign-out", "account-dialog" {kind},
   "password", "codes", "remove", "bonus", "setting" {name, value}, "language" {value}, "taste" {on}. */
import { ask, button, face, h, put, redraw } from "../dom.js";
import { number, signed, t } from "../i18n.js";
import { NoticeSettings } from "./notice-settings.js";
import { safety, settings, statement } from "./account-parts.js";
import { byGame, figures, level } from "./statistics.js";

/** @import {Me, Profile, Session, StatementLine} from "../../http.d.ts" */

const AVATARS = [
  "pear", "lemon", "fig", "olive", "garlic", "chili", "aubergine", "mushroom", "bread", "cheese", "egg", "tomato", "fish",
  "shell",
];

/**
 * @typedef {object} AccountData
 * @property {Me | null} me
 * @property {StatementLine[]} lines
 * @property {boolean} more
 * @property {Session[]} sessions
 * @property {Profile | null} standing
 * @property {boolean | null} putOn
 */

export class AccountPage extends HTMLElement {
  constructor() {
    super();
    this.main = h("main", { class: "page", id: "main" });
    this.notices = new NoticeSettings();
  }

  connectedCallback() {
    this.append(this.main);
  }

  /** @param {AccountData} data */
  show(data) {
    redraw(this.main, () => this.draw(data));
  }

  /** @param {AccountData} data */
  draw({ me, lines, more, sessions, standing, putOn }) {
    if (me) {
      put(this.main, this.person(me, standing), this.facts(me), standing && figures(standing),
        h("div", { class: "two" },
          h("div", { class: "stack" }, standing && byGame(standing), statement(this, me, lines, more)),
          h("div", { class: "stack" }, settings(this, putOn), this.notices, me.guest ? null : safety(this, sessions),
            this.goodbye(me))));
    } else put(this.main, this.stranger(), settings(this));
  }

  /** @param {"register" | "sign_in"} kind @param {string} text @param {boolean} main */
  enter(kind, text, main) {
    return button(text, () => ask(this, "account-dialog", { kind }), { main });
  }

  stranger() {
    return h("section", { class: "panel stack" },
      h("h1", { text: t("account.stranger") }), h("p", { class: "soft", text: t("account.stranger_text") }),
      h("div", { class: "row" },
        this.enter("register", t("account.register"), true),
        this.enter("sign_in", t("account.sign_in"), false)));
  }

  /** @param {Me} me @param {Profile | null} standing */
  person(me, standing) {
    const pictures = AVATARS.map((avatar) => {
      const name = t(`avatar.${avatar}`), press = { click: () => ask(this, "avatar", { avatar }) };
      const chosen = String(avatar === me.avatar);
      const props = { type: "button", class: "pickface", "aria-pressed": chosen, "aria-label": name, title: name };
      return h("button", { ...props, on: press }, face(avatar));
    });
    return h("section", { class: "panel stack" },
      h("div", { class: "id-card" }, h("span", { class: "pic" }, face(me.avatar)),
        h("div", { class: "stack" }, h("h1", { text: me.name }),
          h("p", { class: "soft", text: t(me.guest ? "account.is_guest" : "account.is_account") }),
          me.guest ? h("div", { class: "row" },
            this.enter("register", t("guest.keep"), true), this.enter("sign_in", t("account.sign_in"), false)) : null,
          standing && level(standing))),
      h("details", {}, h("summary", { text: t("account.change") }),
        h("div", { class: "stack" }, this.rename(me),
          h("div", { class: "faces", role: "group", "aria-label": t("account.picture") }, ...pictures))));
  }

  /** @param {Me} me */
  rename(me) {
    const label = t("account.name");
    const name = h("input", { class: "btn", value: me.name, maxlength: 20, "aria-label": label, autocomplete: "off" });
    const form = h("form", { class: "row" }, name,
      h("button", { class: "btn", type: "submit" }, h("span", { text: t("account.rename") })));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      ask(this, "rename", { name: name.value.trim() });
    });
    return form;
  }

  /** @param {Me} me */
  facts({ coins, held, grant_due, bonus }) {
    const fact = (/** @type {string} */ name, /** @type {string | HTMLElement} */ value) =>
      h("div", {}, h("dt", { text: t(name) }), h("dd", {}, value));
    return h("dl", { class: "facts panel" },
      fact("account.coins", number(coins)), fact("account.held", number(held)),
      grant_due ? fact("account.grant", signed(grant_due)) : null,
      fact("bonus.title", bonus.available
        ? button(t("bonus.take", { n: bonus.amount }), () => ask(this, "bonus"), { cls: "small" })
        : h("span", { class: "tiny soft", text: t("bonus.taken") })));
  }

  /** @param {Me} me */
  goodbye(me) {
    return h("section", { class: "panel stack" }, h("div", { class: "row" },
      me.guest ? null : button(t("account.sign_out"), () => ask(this, "sign-out")),
      button(t("account.remove"), () => ask(this, "remove"), { cls: "plain bad" })));
  }
}
customElements.define("account-page", AccountPage);
