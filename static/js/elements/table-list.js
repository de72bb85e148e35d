/* <table-list>: the live tables. Nothing moves by itself: rows change and fade in their places, new ones are announced.
   Out: "create", "again" (ask for the list anew), and what rows say. */
import { art, ask, button, h, keyed, mark, put } from "../dom.js";
import { hasTexts, learnTexts } from "../games/families.js";
import { t } from "../i18n.js";
import { gameName, knownGames } from "../words.js";
import { choice, TableRow } from "./table-row.js";

/** @import {FriendList, Row} from "../../wire.d.ts" */
/** @import {LobbyData} from "./lobby-page.js" */

/** Bets to choose from in the filter; 0 is practice. */
const BETS = [6_000, 20_000, 100_000];
/** From so many closed rows on the list may be tidied. */
const UNTIDY = 3;

export class TableList extends HTMLElement {
  constructor() {
    super();
    /** @type {LobbyData} */
    this.data = { me: null, rows: new Map(), list: "loading", now: 0, seated: [], invited: [] };
    /** The rows as they were laid out. @type {Row[] | null} */
    this.laid = null;
    /** @type {FriendList | null} */
    this.people = null;
    this.filter = { mine: false, game: "", bet: "" };
    this.filters = h("div", { class: "pick scroll", role: "group" });
    this.news = h("div", { class: "news" });
    this.list = h("ul", { class: "tables" });
    this.other = h("div");
  }

  connectedCallback() {
    if (this.firstChild) return;
    this.className = "stack";
    mark(this.filters, "aria-label", t("lobby.show"));
    this.append(
      h("div", { class: "row apart" }, h("h2", { text: t("nav.lobby") }), this.filters),
      this.news, this.list, this.other,
    );
    this.drawFilters();
  }

  /** @param {LobbyData} data */
  show(data) {
    this.data = data;
    if (data.list === "here" && !this.laid?.some((row) => data.rows.has(row.id))) this.lay();
    else this.draw();
  }

  /** Takes in my people; the list moves only where tables have to go. @param {FriendList | null} people */
  know(people) {
    const apart = (/** @type {FriendList | null} */ those) => String(those?.blocked.map(({ id }) => id));
    const moves = apart(people) !== apart(this.people) || !this.people;
    this.people = people;
    if (moves && this.laid) this.lay();
    else this.draw();
  }

  /** Does a friend sit there? @param {Row} row */
  known(row) {
    return this.people?.friends.some(({ at }) => at?.id === row.id) ?? false;
  }

  /** Have I blocked somebody there? @param {Row} row */
  apart(row) {
    return this.people?.blocked.some(({ id }) => row.players.some((player) => player.id === id)) ?? false;
  }

  /** Lays the list out anew: mine first, friends', then who waits longest, practice, what can be watched. */
  lay() {
    const { rows, me } = this.data;
    const rank = (/** @type {Row} */ row) => {
      if (row.players.some((player) => player.id === me?.id)) return 0;
      if (this.known(row)) return 1;
      if (row.phase === "playing") return 4;
      return row.bet ? 2 : 3;
    };
    const fitting = [...rows.values()].filter((row) => this.fits(row));
    this.laid = fitting.sort((a, b) => rank(a) - rank(b) || a.since - b.since);
    this.draw();
  }

  /** @param {Row} row */
  fits(row) {
    const { mine, game, bet } = this.filter;
    const what = choice(row, this.data.me, this.data.seated, this.data.invited);
    if (this.apart(row) && !("does" in what && what.does === "open")) return false;
    if (mine && (!("does" in what) || what.does === "watch")) return false;
    if (game && row.game !== game) return false;
    return !bet || (bet === "0" ? row.bet === 0 : row.bet <= Number(bet));
  }

  /** Shows everything again. */
  clear() {
    this.filter = { mine: false, game: "", bet: "" };
    this.drawFilters();
    this.lay();
  }

  drawFilters() {
    const mine = button(t("lobby.can_join"), () => {
      this.filter.mine = !this.filter.mine;
      mark(mine, "aria-pressed", String(this.filter.mine));
      this.lay();
    }, { "aria-pressed": String(this.filter.mine) });
    const games = knownGames().map(({ key }) => [key, gameName(key)]);
    put(
      this.filters,
      mine,
      games.length > 1 ? this.select("game", t("lobby.filter_game"), [["", t("lobby.all_games")], ...games]) : null,
      this.select("bet", t("lobby.filter_bet"), [
        ["", t("lobby.any_bet")], ["0", t("practice")], ...BETS.map((n) => [String(n), t("lobby.bet_to", { n })]),
      ]),
    );
  }

  /** @param {"game" | "bet"} name @param {string} label @param {string[][]} values */
  select(name, label, values) {
    const options = values.map(([value, text]) => h("option", { value, text, selected: this.filter[name] === value }));
    const box = h("select", { class: "btn", "aria-label": label }, ...options);
    box.addEventListener("change", () => {
      this.filter[name] = box.value;
      this.lay();
    });
    return box;
  }

  draw() {
    const { rows, list, me, seated, invited, now } = this.data;
    /** @type {Row[]} */
    const laid = this.laid ?? [];
    const shown = new Set(laid.map((row) => row.id));
    const fresh = [...rows.values()].filter((row) => !shown.has(row.id) && this.fits(row)).length;
    const gone = laid.filter((row) => !rows.has(row.id)).length;
    this.drawNews(list === "here" ? fresh : 0, gone);
    for (const row of rows.values())
      if (row.differs.length && !hasTexts(row.game)) learnTexts(row.game).then(() => this.draw());
    keyed(this.list, laid, (row) => String(row.id), () => h("li", {}, new TableRow()), (item, row) => {
      const present = rows.get(row.id), element = item.firstElementChild;
      const how = { me, seated, invited, now, gone: !present, known: this.known(row) };
      if (element instanceof TableRow) element.show(present ?? row, how);
    });
    if (list !== "here") this.drawOther(laid.length ? "rows" : list);
    else if (laid.length || fresh) this.drawOther("rows");
    else this.drawOther(rows.size ? "filtered" : "empty");
  }

  /** New tables are announced, not pushed in. @param {number} fresh @param {number} gone */
  drawNews(fresh, gone) {
    const looks = `${fresh} ${gone >= UNTIDY}`;
    if (this.news.dataset.drawn === looks) return;
    this.news.dataset.drawn = looks;
    this.news.hidden = fresh === 0 && gone < UNTIDY;
    const text = fresh ? t("lobby.new", { n: fresh }) : t("lobby.tidy");
    const laid = () => {
      this.lay();
      this.list.querySelector("button")?.focus();
    };
    put(this.news, button(text, laid, { cls: "small" }));
  }

  /** What stands in the place of rows. @param {"rows" | "loading" | "failed" | "filtered" | "empty"} what */
  drawOther(what) {
    if (this.other.dataset.drawn === what) return;
    this.other.dataset.drawn = what;
    this.other.hidden = what === "rows";
    if (what === "failed") {
      const again = button(t("try_again"), () => ask(this, "again"));
      put(this.other, h("div", { class: "trouble", role: "alert" }, h("p", { text: t("lobby.failed") }), again));
    } else if (what === "loading") {
      const blocks = [1, 2, 3].map(() => h("i", { class: "wait row-high" }));
      put(this.other, h("div", { class: "stack late", role: "status", "aria-label": t("lobby.loading") }, ...blocks));
    } else if (what === "filtered") {
      put(this.other, empty(t("lobby.filtered"), "", button(t("lobby.all"), () => this.clear())));
    } else if (what === "empty") {
      const create = button(t("lobby.create"), () => ask(this, "create"));
      put(this.other, empty(t("lobby.empty"), t("lobby.empty_text"), create));
    }
  }
}
customElements.define("table-list", TableList);

/** @param {string} title @param {string} text @param {HTMLElement} press */
const empty = (title, text, press) =>
  h("div", { class: "empty" }, art("candle", ""), h("h3", { text: title }), text ? h("p", { class: "soft", text }) : null, press);
