/* Parts of the account page: coins, devices, settings. Each tells what is wanted by an event on `from`. */
import { art, ask, button, h } from "../dom.js";
import { has, LANGUAGES, moment, number, signed, spoken, t } from "../i18n.js";
import { setting } from "../settings.js";
import { gameName } from "../words.js";

/** @import {Me, Session, StatementLine} from "../../http.d.ts" */

/**
 * What came and went.
 * @param {HTMLElement} from
 * @param {Me} me
 * @param {StatementLine[]} lines
 * @param {boolean} more
 */
export function statement(from, me, lines, more) {
  const heads = [["when", ""], ["what", ""], ["coins", "r"], ["after", "r"]].map(([key, cls]) =>
    h("th", { class: cls || null, scope: "col", text: t(`statement.${key}`) }));
  const sheet = h("table", { class: "sheet" }, h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...lines.map(line)));
  return h("section", { class: "panel stack" },
    h("div", { class: "row apart" },
      h("h2", { text: t("statement.title") }), h("span", { class: "coins" }, art("coin", ""), number(me.coins))),
    h("p", { class: "soft tiny", text: t("statement.private") }),
    lines.length ? h("div", { class: "wide" }, sheet) : h("p", { class: "soft", text: t("statement.empty") }),
    more ? button(t("statement.more"), () => ask(from, "more-lines")) : null,
    h("p", { class: "tiny" }, h("a", { href: "/books", text: t("statement.books") })));
}

/**
 * "bet, Toma 2, table K7F3", "Carnation for Asa".
 * @param {StatementLine} entry
 */
function line({ at, amount, after, kind, facts, who }) {
  const thing = facts.item && t(`statement.item.${kind}`, { thing: t(`thing.${facts.item}`), name: who?.name ?? "" });
  const what = thing ? thing : has(`statement.kind.${kind}`) ? t(`statement.kind.${kind}`) : kind.replaceAll("_", " ");
  const game = facts.game ? gameName(facts.game) : "";
  const table = facts.table ? t("statement.table", { code: facts.table }) : "";
  const when = moment(at, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
  return h("tr", {},
    h("td", { class: "soft", text: when }),
    h("td", { text: [what, game, table].filter(Boolean).join(", ") }),
    h("td", { class: amount > 0 ? "r good" : "r", text: signed(amount) }),
    h("td", { class: "r soft", text: number(after) }));
}

/**
 * How I like it.
 * @param {HTMLElement} from @param {boolean | null} putOn are accepted things put on at once? null: not told
 */
export function settings(from, putOn = null) {
  const theme = ["system", "light", "dark"].map((one) => [one, t(`settings.${one}`)]);
  const language = LANGUAGES.map((one) => [one, t(`language.${one}`)]);
  return h("section", { class: "panel stack" }, h("h2", { text: t("settings.title") }),
    pick(t("settings.theme"), theme, setting("theme"), (value) => ask(from, "setting", { name: "theme", value })),
    pick(t("settings.language"), language, spoken(), (value) => ask(from, "language", { value })),
    tick(from, "one_tap"), tick(from, "sound"), tick(from, "talk"),
    putOn === null ? null : taste(from, putOn));
}

/**
 * @param {string} label
 * @param {string[][]} values
 * @param {string} now
 * @param {(value: string) => void} chosen
 */
function pick(label, values, now, chosen) {
  const buttons = values.map(([value = "", text = ""]) =>
    button(text, () => chosen(value), { "aria-pressed": String(value === now) }));
  return h("div", { class: "stack tight" },
    h("p", { class: "tiny soft", text: label }), h("div", { class: "pick", role: "group", "aria-label": label }, ...buttons));
}

/**
 * @param {HTMLElement} from
 * @param {"one_tap" | "sound" | "talk"} name
 */
function tick(from, name) {
  const box = h("input", { type: "checkbox", checked: setting(name) });
  box.addEventListener("change", () => ask(from, "setting", { name, value: box.checked }));
  return h("label", { class: "tick" }, box, h("span", { text: t(`settings.${name}`) }));
}

/** @param {HTMLElement} from @param {boolean} putOn */
function taste(from, putOn) {
  const box = h("input", { type: "checkbox", checked: putOn });
  box.addEventListener("change", () => ask(from, "taste", { on: box.checked }));
  return h("label", { class: "tick" }, box, h("span", { text: t("wear.at_once") }));
}

/**
 * Where I am signed in, and the ways back in.
 * @param {HTMLElement} from
 * @param {Session[]} sessions
 */
export function safety(from, sessions) {
  const rows = sessions.map(({ id, agent, seen, current }) =>
    h("li", { class: "person" },
      h("span", {}, device(agent), h("small", { text: current ? t("safety.here") : t("safety.seen", { when: moment(seen) }) })),
      current ? null : button(t("safety.end"), () => ask(from, "end-session", { id }), { cls: "small" })));
  return h("section", { class: "panel stack" }, h("h2", { text: t("safety.title") }), h("ul", { class: "stack" }, ...rows),
    h("div", { class: "row" },
      button(t("safety.password"), () => ask(from, "password")), button(t("safety.codes"), () => ask(from, "codes"))));
}

/**
 * A browser and a system out of what a browser says of itself.
 * @param {string} agent
 */
function device(agent) {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(agent)?.[1] ?? "";
  const system = /(Android|iPhone|iPad|Windows|Mac OS X|Linux)/.exec(agent)?.[1] ?? "";
  const name = { Edg: "Edge", OPR: "Opera" }[browser] ?? browser;
  return [name, system].filter(Boolean).join(", ") || agent.slice(0, 40) || t("safety.unknown");
}
