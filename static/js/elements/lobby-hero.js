/* <lobby-hero>: the shortest way to a seat.
   Out: "play-now", "practice" and "game" with {game}, "create", and "bonus" or "relief" for whoever is short of coins. */
import { art, ask, button, h, put, redraw, say } from "../dom.js";
import { list, number, spoken, t } from "../i18n.js";
import { choose, LEVELS, setting } from "../settings.js";
import { gameName, gameOf, knownGames } from "../words.js";
import { openTo } from "./table-row.js";

/** @import {Row} from "../../wire.d.ts" */
/** @import {Me} from "../../http.d.ts" */
/** @import {LobbyData} from "./lobby-page.js" */

/** How many names of people who wait are said. */
const NAMES = 3;

/**
 * @typedef {object} Facts
 * @property {string} game
 * @property {number} bet
 * @property {string[]} games
 * @property {string[]} names of people who wait for one more
 * @property {boolean} short too few coins for the bet
 * @property {boolean} seated
 * @property {{what: "bonus" | "relief", n: number} | null} help coins that can be had at once
 */

export class LobbyHero extends HTMLElement {
  constructor() {
    super();
    this.clock = h("span", { class: "coins num", hidden: true });
    this.fan = h("div", { class: "fan", "aria-hidden": "true" });
  }

  /** My turn at my seat, and how long it lasts. @param {number | null} left seconds; null while it is not */
  turn(left) {
    this.clock.hidden = left === null;
    if (left !== null) say(this.clock, `● ${t("title.your_turn")} ${t("clock.seconds", { n: left })}`);
  }

  connectedCallback() {
    this.className = "hero";
    this.setAttribute("role", "region");
    this.setAttribute("aria-labelledby", "hero");
  }

  /** @param {LobbyData} data */
  show(data) {
    const { me } = data, game = setting("game"), bet = gameOf(game)?.minimum_bet ?? 6000, seated = data.seated.length > 0;
    /** @type {Facts} */
    const facts = {
      game, bet, seated,
      games: knownGames().map(({ key }) => key),
      names: waiting(data, game, bet),
      short: me !== null && me.coins < bet && !seated,
      help: helpOf(me),
    };
    const looks = JSON.stringify([facts, spoken()]);
    if (this.dataset.drawn === looks) return;
    this.dataset.drawn = looks;
    redraw(this, () => this.draw(facts));
  }

  /** @param {Facts} facts */
  draw(facts) {
    const { game, games, bet, names, short } = facts;
    const pick = games.map((one) => button(gameName(one), () => ask(this, "game", { game: one }),
      { "aria-pressed": String(one === game), "data-key": one }));
    const note = short ? t("lobby.short", { bet: number(bet) })
      : names.length ? t("lobby.waiting", { n: names.length, names: list(names) }) : t("lobby.nobody");
    const practise = h("button", { type: "button", class: "link", "data-key": "practice", text: t("lobby.practice") });
    practise.addEventListener("click", () => ask(this, "practice", { game }));
    const level = h("select", { class: "btn small", "aria-label": t("lobby.level"), "data-key": "level" },
      ...LEVELS.map((one) => h("option", { value: one, text: t(`level.${one}`), selected: one === setting("level") })));
    level.addEventListener("change", () => choose("level", level.value));
    put(this,
      this.fan,
      h("h1", { id: "hero", text: t("lobby.title") }),
      pick.length > 1 ? h("div", { class: "pick scroll", role: "group", "aria-label": t("lobby.game") }, ...pick) : null,
      h("div", { class: "row" }, this.now(facts),
        button(t("lobby.create"), () => ask(this, "create"), { icon: "plus-small", "data-key": "create" })),
      h("p", { class: "tiny" }, note),
      h("p", { class: "row tiny" }, practise, level));
  }

  /** The one thing to press: play, go back to the seat, or be helped to coins first. @param {Facts} facts */
  now({ game, bet, short, seated, help }) {
    if (short && help) {
      const pressed = () => ask(this, help.what);
      return button(t(`${help.what}.take`, { n: help.n }), pressed, { main: true, "data-key": "now" });
    }
    const press = button(t(seated ? "lobby.back_to_seat" : "lobby.play_now"),
      () => { if (!short) ask(this, "play-now", { game }); },
      { main: true, icon: "play", "data-key": "now", "aria-disabled": short ? "true" : null });
    if (seated) press.append(this.clock);
    else press.append(h("span", { class: "coins" }, art("coin", ""), number(bet)));
    return press;
  }
}
customElements.define("lobby-hero", LobbyHero);

/** Names of people who wait where Play now would lead. @param {LobbyData} data @param {string} game @param {number} bet */
function waiting({ rows, me, invited }, game, bet) {
  const fits = (/** @type {Row} */ row) =>
    row.game === game && row.phase === "waiting" && row.bet === bet && openTo(row, invited) > 0;
  const people = [...rows.values()].filter(fits).flatMap((row) => row.players);
  return people.filter((player) => player.id !== me?.id).map((player) => player.name).slice(0, NAMES);
}

/** @param {Me | null} me @returns {Facts["help"]} */
function helpOf(me) {
  if (me?.bonus.available) return { what: "bonus", n: me.bonus.amount };
  return me?.relief.available ? { what: "relief", n: me.relief.amount } : null;
}
