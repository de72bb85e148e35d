/* <table-row>: a table in the list. Out: "join", "watch", "open" with {row}. */
import { art, ask, button, face, h, put, redraw } from "../dom.js";
import { hasTexts } from "../games/families.js";
import { list, number, t } from "../i18n.js";
import { badges, gameName, refusal } from "../words.js";

/** @import {Row} from "../../wire.d.ts" */
/** @import {Me} from "../../http.d.ts" */

/** @param {Row} row */
const freeOf = (row) => row.seats - row.players.length - row.robots;

/** How many seats can be taken by whom seats are kept for at the tables `invited`. @param {Row} row @param {number[]} invited */
export const openTo = (row, invited) => freeOf(row) - (invited.includes(row.id) ? 0 : (row.kept ?? 0));

/**
 * What can be done with a table, or why not.
 * @param {Row} row
 * @param {Me | null} me
 * @param {number[]} seated ids of tables where I sit, practice left out
 * @param {number[]} invited ids of tables where a seat is kept for me
 * @returns {{does: "open" | "join" | "watch"} | {why: string}}
 */
export function choice(row, me, seated, invited) {
  if (me && row.players.some((player) => player.id === me.id)) return { does: "open" };
  if (row.phase === "playing") return row.spectators ? { does: "watch" } : { why: "not_watchable" };
  if (freeOf(row) <= 0) return { why: "full" };
  if (openTo(row, invited) <= 0) return { why: "kept" };
  if (me && row.bet + row.ante > me.coins) return { why: "not_enough_coins" };
  if (row.bet > 0 && seated.length) return { why: "already_seated" };
  return { does: "join" };
}

/** How long a table has been waiting, roughly. @param {number} ms */
const since = (ms) =>
  ms < 60_000
    ? t("row.now")
    : ms < 3_600_000
      ? t("row.minutes", { n: Math.floor(ms / 60_000) })
      : t("row.hours", { n: Math.floor(ms / 3_600_000) });

/** A free seat. @param {boolean} kept for somebody who is invited */
const seat = (kept) =>
  h("i", kept ? { class: "free kept", role: "img", title: t("row.kept") } : { class: "free" });

/** @param {Row} row */
function who(row) {
  const names = row.players.map((player) => player.name);
  if (row.robots && !names.length) return t("row.robots", { n: row.robots });
  return names.length > 3
    ? list([...names.slice(0, 2), t("row.more", { n: names.length - 2 })])
    : list([...names, ...(row.robots ? [t("row.robots", { n: row.robots })] : [])]);
}

export class TableRow extends HTMLElement {
  /**
   * @param {Row} row
   * @param {{me: Me | null, seated: number[], invited: number[], now: number, gone: boolean, known: boolean}} how
   */
  show(row, { me, seated, invited, now, gone, known }) {
    const what = gone ? { why: "closed" } : choice(row, me, seated, invited);
    const playing = row.phase === "playing";
    const meta = playing
      ? row.watching
        ? t("watching", { n: row.watching })
        : t("row.round", { n: row.round || 1 })
      : t("row.seats", { n: row.players.length + row.robots, all: row.seats });
    const time = playing ? "" : since(now - row.since);
    const told = hasTexts(row.game), looks = JSON.stringify([row, what, gone, time, told, known]);
    if (this.dataset.drawn === looks) return;
    this.dataset.drawn = looks;
    this.className = "tablerow";
    this.toggleAttribute("data-gone", gone);
    const rules = told || !row.differs.length ? badges(row.game, row.differs) : [];
    const free = playing ? 0 : freeOf(row);
    redraw(this, () => put(this,
      h("h3", {}, gameName(row.game),
        row.bet ? h("span", { class: "coins" }, art("coin", ""), number(row.bet + row.ante))
          : h("span", { class: "chip", text: t("practice") }),
        known ? h("span", { class: "chip", text: t("row.friends") }) : null),
      h("p", { class: "rules" },
        ...[...rules, t("speed", { n: row.turn_ms / 1000 })].map((text) => h("span", { class: "chip rule", text }))),
      h("p", { class: "places" },
        ...row.players.map((player) => face(player.avatar)),
        ...Array.from({ length: row.robots }, (_, i) => face(i % 2 ? "mill" : "moka")),
        ...Array.from({ length: free }, (_, i) => seat(i >= free - row.kept)),
        h("span", { class: "who", text: who(row) || t("row.nobody") })),
      h("p", { class: "meta" }, meta, time ? h("span", { text: `, ${time}` }) : null),
      h("div", { class: "go" }, this.go(row, what))));
  }

  /** @param {Row} row @param {{does?: string, why?: string}} what */
  go(row, { does, why }) {
    if (why) return h("span", { class: "soft tiny", text: refusal(why) });
    const act = does ?? "", text = t(`row.${act}`), looks = act === "watch" ? { cls: "plain", icon: "eye" } : {};
    const label = t("row.action", { what: text, game: gameName(row.game), names: who(row) });
    return button(text, () => ask(this, act, { row }), { "aria-label": label, ...looks });
  }
}
customElements.define("table-row", TableRow);
