/* <lobby-page>: play now, the live tables, the coffee on the house.
   Out: "play-now" {game}, "practice" {game}, "create", "game" {game}, "bonus", "relief", "again", and what rows say. */
import { art, ask, button, h, keyed, mark, put } from "../dom.js";
import { list, moment, number, t } from "../i18n.js";
import { setting } from "../settings.js";
import { gameName, gameOf, knownGames } from "../words.js";
import { playCard } from "./play-card.js";
import { choice, TableRow } from "./table-row.js";

/** @import {Row} from "../../wire.d.ts" */
/** @import {Me} from "../../http.d.ts" */

/**
 * @typedef {object} LobbyData
 * @property {Me | null} me
 * @property {Map<number, Row>} rows
 * @property {"loading" | "here" | "failed"} list
 * @property {number} now
 * @property {number[]} seated
 */

/** @typedef {{mine: boolean, game: string, bet: string}} Filter */

export class LobbyPage extends HTMLElement {
  constructor() {
    super();
    /** @type {LobbyData} */
    this.data = { me: null, rows: new Map(), list: "loading", now: 0, seated: [] };
    /** The rows as they were laid out: nothing moves by itself. @type {Row[]} */
    this.laid = [];
    this.laidOut = false;
    /** @type {Filter} */
    this.filter = { mine: false, game: "", bet: "" };
    this.hero = h("section", { class: "hero", "aria-labelledby": "hero" });
    this.filters = h("div", { class: "pick scroll", role: "group" });
    this.news = h("div", { class: "news" });
    this.list = h("ul", { class: "tables" });
    this.other = h("div");
    this.aside = h("aside", { class: "stack" });
  }

  connectedCallback() {
    mark(this.filters, "aria-label", t("lobby.show"));
    this.append(h("main", { class: "page", id: "main" }, this.hero,
      h("div", { class: "two" },
        h("div", { class: "stack" }, h("div", { class: "row apart" }, h("h2", { text: t("nav.tables") }), this.filters), this.news, this.list, this.other),
        this.aside)));
    this.drawFilters();
  }

  /** @param {LobbyData} data */
  show(data) {
    this.data = data;
    this.drawHero();
    this.drawAside();
    if (data.list === "here" && (!this.laidOut || this.laid.every((row) => !data.rows.has(row.id)))) this.lay();
    this.drawList();
  }

  /** Lays the list out anew: mine first, then who waits longest, then practice, then what can be watched. */
  lay() {
    const { rows, me } = this.data;
    const rank = (/** @type {Row} */ row) => (me && row.players.some((player) => player.id === me.id) ? 0 : row.phase === "waiting" ? (row.bet ? 1 : 2) : 3);
    this.laid = [...rows.values()].filter((row) => this.fits(row)).sort((a, b) => rank(a) - rank(b) || a.since - b.since);
    this.laidOut = true;
    this.drawList();
  }

  /** @param {Row} row */
  fits(row) {
    const { mine, game, bet } = this.filter, { me, seated } = this.data;
    const what = choice(row, me, seated);
    if (mine && (!("does" in what) || what.does === "watch")) return false;
    if (game && row.game !== game) return false;
    return !bet || (bet === "0" ? row.bet === 0 : row.bet <= Number(bet));
  }

  drawHero() {
    const { rows, me, seated } = this.data;
    const game = setting("game"), least = gameOf(game)?.minimum_bet ?? 6000;
    const waiting = [...rows.values()].filter((row) => row.game === game && row.phase === "waiting" && row.bet === least && row.players.length && row.players.length < row.seats && !row.players.some((player) => player.id === me?.id));
    const names = waiting.flatMap((row) => row.players.map((player) => player.name)).slice(0, 3);
    const games = knownGames().map((known) => known.key);
    const short = me !== null && me.coins < least;
    const open = seated.length > 0;
    const looks = JSON.stringify([game, games, names, short, open, least, document.documentElement.lang]);
    if (this.hero.dataset.drawn === looks) return;
    const focus = this.hero.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
    this.hero.dataset.drawn = looks;
    put(this.hero,
      h("div", { class: "fan", "aria-hidden": "true" }, playCard("g7"), playCard("b+2"), playCard("Qh"), playCard("yR")),
      h("h1", { id: "hero", text: t("lobby.title") }),
      games.length > 1 ? h("div", { class: "pick scroll", role: "group", "aria-label": t("lobby.game") }, ...games.map((key) =>
        button(gameName(key), () => ask(this, "game", { game: key }), { "aria-pressed": String(key === game), "data-key": key }))) : null,
      h("div", { class: "row" },
        h("button", { type: "button", class: "btn main", "data-key": "now", "aria-disabled": short ? "true" : null, on: { click: () => ask(this, "play-now", { game }) } },
          art("play"), h("span", { text: t(open ? "lobby.back_to_seat" : "lobby.play_now") }), open ? null : h("span", { class: "coins" }, art("coin", ""), number(least))),
        button(t("lobby.create"), () => ask(this, "create"), { icon: "plus-small", "data-key": "create" })),
      h("p", { class: "tiny" },
        short ? `${t("lobby.short", { bet: number(least) })} ` : names.length ? `${t("lobby.waiting", { n: names.length, names: list(names) })} ` : `${t("lobby.nobody")} `,
        h("button", { type: "button", class: "link", "data-key": "practice", text: t("lobby.practice"), on: { click: () => ask(this, "practice", { game }) } })));
    if (focus) /** @type {HTMLElement | null} */ (this.hero.querySelector(`[data-key="${focus}"]`))?.focus();
  }

  drawFilters() {
    const select = (/** @type {"game" | "bet"} */ name, /** @type {[string, string][]} */ values) => {
      const box = h("select", { class: "btn", "aria-label": t(`lobby.filter_${name}`), on: { change: () => { this.filter[name] = box.value; this.lay(); } } },
        ...values.map(([value, text]) => h("option", { value, text, selected: this.filter[name] === value })));
      return box;
    };
    const mine = button(t("lobby.can_join"), () => {
      this.filter.mine = !this.filter.mine;
      mark(mine, "aria-pressed", String(this.filter.mine));
      this.lay();
    }, { "aria-pressed": String(this.filter.mine) });
    put(this.filters, mine,
      knownGames().length > 1 ? select("game", [["", t("lobby.all_games")], ...knownGames().map(({ key }) => /** @type {[string, string]} */ ([key, gameName(key)]))]) : null,
      select("bet", [["", t("lobby.any_bet")], ["0", t("practice")], ["6000", t("lobby.bet_to", { n: 6000 })], ["20000", t("lobby.bet_to", { n: 20000 })], ["100000", t("lobby.bet_to", { n: 100000 })]]));
  }

  drawList() {
    const { rows, list: state, me, seated, now } = this.data;
    const here = state === "here", laid = here ? this.laid : [];
    const known = new Set(laid.map((row) => row.id));
    const fresh = here ? [...rows.values()].filter((row) => !known.has(row.id) && this.fits(row)).length : 0;
    const gone = laid.filter((row) => !rows.has(row.id)).length;
    this.drawNews(fresh, gone);
    keyed(this.list, laid, (row) => String(row.id), () => h("li", {}, new TableRow()), (node, row) => {
      const present = rows.get(row.id), element = node.firstElementChild;
      if (element instanceof TableRow) element.show(present ?? row, { me, seated, now, gone: !present });
    });
    this.drawOther(state, laid.length, fresh);
  }

  /** New tables are announced, not pushed in. @param {number} fresh @param {number} gone */
  drawNews(fresh, gone) {
    const looks = `${fresh} ${gone > 2}`;
    if (this.news.dataset.drawn === looks) return;
    this.news.dataset.drawn = looks;
    this.news.hidden = fresh === 0 && gone < 3;
    put(this.news, button(fresh ? t("lobby.new", { n: fresh }) : t("lobby.tidy"), () => this.lay(), { cls: "small" }));
  }

  /** What stands in the place of rows. @param {LobbyData["list"]} state @param {number} n @param {number} fresh */
  drawOther(state, n, fresh) {
    const looks = state === "here" ? (n || fresh ? "rows" : this.data.rows.size ? "filtered" : "empty") : state;
    if (this.other.dataset.drawn === looks) return;
    this.other.dataset.drawn = looks;
    this.other.hidden = looks === "rows";
    if (looks === "failed") put(this.other, h("div", { class: "trouble", role: "alert" }, h("p", { text: t("lobby.failed") }), button(t("try_again"), () => ask(this, "again"))));
    else if (looks === "loading") put(this.other, h("div", { class: "stack late", role: "status", "aria-label": t("lobby.loading") }, ...[1, 2, 3].map(() => h("i", { class: "wait row-high" }))));
    else if (looks === "filtered") put(this.other, h("div", { class: "empty" }, art("candle", ""), h("h3", { text: t("lobby.filtered") }), button(t("lobby.all"), () => this.clear())));
    else if (looks === "empty") put(this.other, h("div", { class: "empty" }, art("candle", ""), h("h3", { text: t("lobby.empty") }), h("p", { class: "soft", text: t("lobby.empty_text") }), button(t("lobby.create"), () => ask(this, "create"))));
  }

  clear() {
    this.filter = { mine: false, game: "", bet: "" };
    this.drawFilters();
    this.lay();
  }

  drawAside() {
    const { me } = this.data;
    const looks = JSON.stringify([me?.bonus, me?.relief, me?.guest, me?.grant_due, document.documentElement.lang]);
    if (this.aside.dataset.drawn === looks) return;
    this.aside.dataset.drawn = looks;
    put(this.aside,
      me ? coffee(this, me) : h("section", { class: "panel stack" }, h("h2", { text: t("first.title") }), h("p", { class: "soft", text: t("first.text") })),
      me?.relief.available ? h("section", { class: "panel stack" }, h("h2", { text: t("relief.title") }), h("p", { class: "soft", text: t("relief.text", { n: me.relief.amount }) }),
        button(t("relief.take", { n: me.relief.amount }), () => ask(this, "relief"))) : null,
      me?.guest ? h("section", { class: "panel stack" }, h("h2", { text: t("guest.title") }), h("p", { class: "soft", text: t("guest.text", { n: me.grant_due }) }),
        button(t("guest.keep"), () => ask(this, "register"))) : null);
  }
}

/** The daily bonus. @param {HTMLElement} from @param {Me} me */
function coffee(from, { bonus }) {
  const next = bonus.next_at ? moment(bonus.next_at, { weekday: "long", hour: "numeric", minute: "2-digit" }) : "";
  return h("section", { class: "panel stack" }, h("h2", { text: t("bonus.title") }),
    h("p", { class: "soft", text: bonus.available ? t("bonus.ready", { n: bonus.amount }) : next ? t("bonus.next", { when: next }) : t("bonus.taken") }),
    bonus.available ? button(t("bonus.take", { n: bonus.amount }), () => ask(from, "bonus")) : null);
}
customElements.define("lobby-page", LobbyPage);
