/* <table-row>: a table in the list. Out: "join", "watch", "open" with {row}. */
import { art, ask, button, face, h, put } from "../dom.js";
import { hasTexts } from "../games/families.js";
import { list, number, t } from "../i18n.js";
import { badges, gameName, refusal } from "../words.js";

/** @import {Row} from "../../wire.d.ts" */
/** @import {Me} from "../../http.d.ts" */

/**
 * What can be done with a table, or why not.
 * @param {Row} row
 * @param {Me | null} me
 * @param {number[]} seated ids of tables where I sit, practice left out
 * @returns {{does: "open" | "join" | "watch"} | {why: string}}
 */
export function choice(row, me, seated) {
  if (me && row.players.some((player) => player.id === me.id)) return { does: "open" };
  if (row.phase === "playing") return row.spectators ? { does: "watch" } : { why: "not_watchable" };
  if (row.players.length + row.robots >= row.seats) return { why: "full" };
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

/** @param {Row} row */
function who(row) {
  const names = row.players.map((player) => player.name);
  if (row.robots && !names.length) return t("row.robots", { n: row.robots });
  return names.length > 3
    ? list([...names.slice(0, 2), t("row.more", { n: names.length - 2 })])
    : list([...names, ...(row.robots ? [t("row.robots", { n: row.robots })] : [])]);
}

export class TableRow extends HTMLElement {
  /** @param {Row} row @param {{me: Me | null, seated: number[], now: number, gone: boolean, known: boolean}} how */
  show(row, { me, seated, now, gone, known }) {
    const what = gone ? { why: "closed" } : choice(row, me, seated);
    const playing = row.phase === "playing";
    const meta = playing
      ? row.watching
        ? t("watching", { n: row.watching })
        : t("row.round", { n: row.round || 1 })
      : t("row.seats", { n: row.players.length + row.robots, all: row.seats });
    const time = playing ? "" : since(now - row.since);
    const told = hasTexts(row.game), looks = JSON.stringify([row, what, gone, time, told, known]);
    if (this.dataset.drawn === looks) return;
    const focused = this.contains(document.activeElement);
    this.dataset.drawn = looks;
    this.className = "tablerow";
    this.toggleAttribute("data-gone", gone);
    put(
      this,
      h(
        "h3",
        {},
        gameName(row.game),
        row.bet
          ? h("span", { class: "coins" }, art("coin", ""), number(row.bet + row.ante))
          : h("span", { class: "chip", text: t("practice") }),
        known ? h("span", { class: "chip", text: t("row.friends") }) : null,
      ),
      h(
        "p",
        { class: "rules" },
        ...(told || !row.differs.length ? badges(row.game, row.differs) : []).map((text) =>
          h("span", { class: "chip rule", text })),
        h("span", { class: "chip rule", text: t("speed", { n: row.turn_ms / 1000 }) }),
      ),
      h(
        "p",
        { class: "places" },
        ...row.players.map((player) => face(player.avatar)),
        ...Array.from({ length: row.robots }, (_, i) => face(i % 2 ? "mill" : "moka")),
        ...(playing
          ? []
          : Array.from({ length: Math.max(0, row.seats - row.players.length - row.robots) }, () =>
              h("i", { class: "free" }),
            )),
        h("span", { class: "who", text: who(row) || t("row.nobody") }),
      ),
      h("p", { class: "meta" }, meta, time ? h("span", { text: `, ${time}` }) : null),
      h("div", { class: "go" }, this.go(row, what)),
    );
    if (focused) this.querySelector("button")?.focus();
  }

  /** @param {Row} row @param {{does?: string, why?: string}} what */
  go(row, what) {
    const name = gameName(row.game);
    const label = (/** @type {string} */ text) => ({
      "aria-label": t("row.action", { what: text, game: name, names: who(row) }),
    });
    if (what.why) return h("span", { class: "soft tiny", text: refusal(what.why) });
    if (what.does === "watch")
      return button(t("row.watch"), () => ask(this, "watch", { row }), {
        cls: "plain",
        icon: "eye",
        ...label(t("row.watch")),
      });
    if (what.does === "open")
      return button(t("row.open"), () => ask(this, "open", { row }), label(t("row.open")));
    return button(t("row.join"), () => ask(this, "join", { row }), label(t("row.join")));
  }
}
customElements.define("table-row", TableRow);
