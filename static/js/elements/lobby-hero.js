/* <lobby-hero>: the shortest way to a seat. Out: "play-now", "practice" and "game" with {game}, "create". */
import { art, ask, button, h, put } from "../dom.js";
import { list, number, spoken, t } from "../i18n.js";
import { setting } from "../settings.js";
import { gameName, gameOf, knownGames } from "../words.js";
import { playCard } from "./play-card.js";

/** @import {Row} from "../../wire.d.ts" */
/** @import {LobbyData} from "./lobby-page.js" */

/** How many names of people who wait are said. */
const NAMES = 3;

export class LobbyHero extends HTMLElement {
  connectedCallback() {
    this.className = "hero";
    this.setAttribute("role", "region");
    this.setAttribute("aria-labelledby", "hero");
  }

  /** @param {LobbyData} data */
  show(data) {
    const game = setting("game");
    const bet = gameOf(game)?.minimum_bet ?? 6000;
    const facts = {
      game,
      bet,
      games: knownGames().map(({ key }) => key),
      names: waiting(data, game, bet),
      short: data.me !== null && data.me.coins < bet,
      seated: data.seated.length > 0,
    };
    const looks = JSON.stringify([facts, spoken()]);
    if (this.dataset.drawn === looks) return;
    this.dataset.drawn = looks;
    const key = this.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
    this.draw(facts);
    if (key) /** @type {HTMLElement | null} */ (this.querySelector(`[data-key="${key}"]`))?.focus();
  }

  /**
   * @param {{game: string, bet: number, games: string[], names: string[], short: boolean, seated: boolean}}
   *   facts
   */
  draw({ game, bet, games, names, short, seated }) {
    const fan = ["g7", "b+2", "Qh", "yR"].map(playCard);
    const pick = games.map((one) =>
      button(gameName(one), () => ask(this, "game", { game: one }), {
        "aria-pressed": String(one === game),
        "data-key": one,
      }),
    );
    const now = button(t(seated ? "lobby.back_to_seat" : "lobby.play_now"), () => ask(this, "play-now", { game }), {
      main: true,
      icon: "play",
      "data-key": "now",
      "aria-disabled": short && !seated ? "true" : null,
    });
    if (!seated) now.append(h("span", { class: "coins" }, art("coin", ""), number(bet)));
    const note = short ? t("lobby.short", { bet: number(bet) })
      : names.length ? t("lobby.waiting", { n: names.length, names: list(names) }) : t("lobby.nobody");
    const practise = h("button", { type: "button", class: "link", "data-key": "practice", text: t("lobby.practice") });
    practise.addEventListener("click", () => ask(this, "practice", { game }));
    put(
      this,
      h("div", { class: "fan", "aria-hidden": "true" }, ...fan),
      h("h1", { id: "hero", text: t("lobby.title") }),
      games.length > 1 ? h("div", { class: "pick scroll", role: "group", "aria-label": t("lobby.game") }, ...pick) : null,
      h("div", { class: "row" }, now,
        button(t("lobby.create"), () => ask(this, "create"), { icon: "plus-small", "data-key": "create" })),
      h("p", { class: "tiny" }, `${note} `, practise),
    );
  }
}
customElements.define("lobby-hero", LobbyHero);

/**
 * Names of people who wait where Play now would lead.
 * @param {LobbyData} data
 * @param {string} game
 * @param {number} bet
 */
function waiting({ rows, me }, game, bet) {
  const fits = (/** @type {Row} */ row) =>
    row.game === game && row.phase === "waiting" && row.bet === bet && row.players.length < row.seats;
  return [...rows.values()].filter(fits).flatMap((row) => row.players)
    .filter((player) => player.id !== me?.id).map((player) => player.name).slice(0, NAMES);
}
