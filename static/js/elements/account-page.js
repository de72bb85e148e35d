/* <account-page>: who I am, my coins, where I am signed in, how I like it.
   Out: "avatar" {avatar}, "rename" {name}, "more-lines", "end-session" {id}, "sign-out", "account-dialog" {kind}, "password",
   "codes", "remove", "bonus", "setting" {name, value}, "language" {value}. */
import { art, ask, button, face, h, put } from "../dom.js";
import { LANGUAGES, moment, number, signed, t } from "../i18n.js";
import { setting } from "../settings.js";
import { gameName } from "../words.js";

/** @import {Me, Session, StatementLine} from "../../http.d.ts" */

export const AVATARS = ["pear", "lemon", "fig", "olive", "garlic", "chili", "aubergine", "mushroom", "bread", "cheese", "egg", "tomato", "fish", "shell"];

/**
 * @typedef {object} AccountData
 * @property {Me | null} me
 * @property {StatementLine[]} lines
 * @property {boolean} more
 * @property {Session[]} sessions
 */

export class AccountPage extends HTMLElement {
  constructor() {
    super();
    this.main = h("main", { class: "page", id: "main" });
  }

  connectedCallback() {
    this.append(this.main);
  }

  /** @param {AccountData} data */
  show({ me, lines, more, sessions }) {
    if (!me) {
      put(this.main, this.stranger(), this.settings(null));
      return;
    }
    put(this.main, this.person(me), this.facts(me),
      h("div", { class: "two" }, this.statement(me, lines, more), h("div", { class: "stack" }, this.settings(me), me.guest ? null : this.safety(sessions), this.goodbye(me))));
  }

  stranger() {
    return h("section", { class: "panel stack" }, h("h1", { text: t("account.stranger") }), h("p", { class: "soft", text: t("account.stranger_text") }),
      h("div", { class: "row" }, button(t("account.register"), () => ask(this, "account-dialog", { kind: "register" }), { main: true }),
        button(t("account.sign_in"), () => ask(this, "account-dialog", { kind: "sign_in" }))));
  }

  /** @param {Me} me */
  person(me) {
    const name = h("input", { class: "btn", value: me.name, maxlength: 20, "aria-label": t("account.name"), name: "name", autocomplete: "off" });
    const form = h("form", { class: "row", on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); ask(this, "rename", { name: name.value.trim() }); } } },
      name, h("button", { class: "btn", type: "submit" }, h("span", { text: t("account.rename") })));
    return h("section", { class: "panel stack" },
      h("div", { class: "id-card" }, h("span", { class: "pic" }, face(me.avatar)),
        h("div", { class: "stack" }, h("h1", { text: me.name }), h("p", { class: "soft", text: t(me.guest ? "account.is_guest" : "account.is_account") }),
          me.guest ? h("div", { class: "row" }, button(t("guest.keep"), () => ask(this, "account-dialog", { kind: "register" }), { main: true }),
            button(t("account.sign_in"), () => ask(this, "account-dialog", { kind: "sign_in" }))) : null)),
      h("details", {}, h("summary", { text: t("account.change") }),
        h("div", { class: "stack" }, form,
          h("div", { class: "faces", role: "group", "aria-label": t("account.picture") }, ...AVATARS.map((avatar) =>
            h("button", { type: "button", class: "pickface", "aria-pressed": String(avatar === me.avatar), "aria-label": t(`avatar.${avatar}`), title: t(`avatar.${avatar}`),
              on: { click: () => ask(this, "avatar", { avatar }) } }, face(avatar)))))));
  }

  /** @param {Me} me */
  facts(me) {
    const fact = (/** @type {string} */ key, /** @type {string} */ value) => h("div", {}, h("dt", { text: t(key) }), h("dd", { text: value }));
    return h("dl", { class: "facts panel" }, fact("account.coins", number(me.coins)), fact("account.held", number(me.held)),
      me.grant_due ? fact("account.grant", signed(me.grant_due)) : null,
      h("div", {}, h("dt", { text: t("bonus.title") }), h("dd", {}, me.bonus.available
        ? button(t("bonus.take", { n: me.bonus.amount }), () => ask(this, "bonus"), { cls: "small" })
        : h("span", { class: "tiny soft", text: t("bonus.taken") }))));
  }

  /** @param {Me} me @param {StatementLine[]} lines @param {boolean} more */
  statement(me, lines, more) {
    return h("section", { class: "panel stack" },
      h("div", { class: "row apart" }, h("h2", { text: t("statement.title") }), h("span", { class: "coins" }, art("coin", ""), number(me.coins))),
      h("p", { class: "soft tiny", text: t("statement.private") }),
      lines.length ? h("div", { class: "wide" }, h("table", { class: "sheet" },
        h("thead", {}, h("tr", {}, h("th", { text: t("statement.when") }), h("th", { text: t("statement.what") }), h("th", { class: "r", text: t("statement.coins") }), h("th", { class: "r", text: t("statement.after") }))),
        h("tbody", {}, ...lines.map(line)))) : h("p", { class: "soft", text: t("statement.empty") }),
      more ? button(t("statement.more"), () => ask(this, "more-lines")) : null,
      h("p", { class: "tiny" }, h("a", { href: "/books", text: t("statement.books") })));
  }

  /** @param {Me | null} me */
  settings(me) {
    const pick = (/** @type {string} */ label, /** @type {[string, string][]} */ values, /** @type {string} */ now, /** @type {(value: string) => void} */ chosen) =>
      h("div", { class: "stack tight" }, h("p", { class: "tiny soft", text: label }), h("div", { class: "pick", role: "group", "aria-label": label },
        ...values.map(([value, text]) => button(text, () => chosen(value), { "aria-pressed": String(value === now) }))));
    const tick = (/** @type {"one_tap" | "sound"} */ name) => {
      const box = h("input", { type: "checkbox", checked: setting(name), on: { change: () => ask(this, "setting", { name, value: box.checked }) } });
      return h("label", { class: "tick" }, box, h("span", { text: t(`settings.${name}`) }));
    };
    return h("section", { class: "panel stack" }, h("h2", { text: t("settings.title") }),
      pick(t("settings.theme"), [["system", t("settings.system")], ["light", t("settings.light")], ["dark", t("settings.dark")]], setting("theme"), (value) => ask(this, "setting", { name: "theme", value })),
      pick(t("settings.language"), LANGUAGES.map((lang) => [lang, t(`language.${lang}`)]), document.documentElement.lang, (value) => ask(this, "language", { value, me })),
      tick("one_tap"), tick("sound"));
  }

  /** @param {Session[]} sessions */
  safety(sessions) {
    return h("section", { class: "panel stack" }, h("h2", { text: t("safety.title") }),
      h("ul", { class: "stack" }, ...sessions.map((session) => h("li", { class: "person" },
        h("span", {}, device(session.agent), h("small", { text: session.current ? t("safety.here") : t("safety.seen", { when: moment(session.seen) }) })),
        session.current ? null : button(t("safety.end"), () => ask(this, "end-session", { id: session.id }), { cls: "small" })))),
      h("div", { class: "row" }, button(t("safety.password"), () => ask(this, "password")), button(t("safety.codes"), () => ask(this, "codes"))));
  }

  /** @param {Me} me */
  goodbye(me) {
    return h("section", { class: "panel stack" }, h("div", { class: "row" },
      me.guest ? null : button(t("account.sign_out"), () => ask(this, "sign-out")),
      button(t("account.remove"), () => ask(this, "remove"), { cls: "plain bad" })));
  }
}
customElements.define("account-page", AccountPage);

/** A browser and a system out of what a browser says of itself. @param {string} agent */
function device(agent) {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(agent)?.[1] ?? "";
  const system = /(Android|iPhone|iPad|Windows|Mac OS X|Linux)/.exec(agent)?.[1] ?? "";
  return [{ Edg: "Edge", OPR: "Opera" }[browser] ?? browser, system].filter(Boolean).join(", ") || agent.slice(0, 40) || t("safety.unknown");
}

/** "bet, Toma 2, table K7F3". @param {StatementLine} entry */
function line({ at, amount, after, kind, facts }) {
  const what = t(`statement.kind.${kind}`) === `statement.kind.${kind}` ? kind.replaceAll("_", " ") : t(`statement.kind.${kind}`);
  const where = [facts?.game ? gameName(facts.game) : "", facts?.table ? t("statement.table", { code: facts.table }) : ""].filter(Boolean);
  return h("tr", {}, h("td", { class: "soft", text: moment(at, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }) }),
    h("td", { text: [what, ...where].join(", ") }), h("td", { class: amount > 0 ? "r good" : "r", text: signed(amount) }), h("td", { class: "r soft", text: number(after) }));
}
