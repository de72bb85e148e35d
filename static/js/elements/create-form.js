/* <create-form>: a table of one's own, in a sheet. Made from the options that the game declares: presets first, the rest
   folded; a game's own words come when it is chosen. Out: "create-table" {game, options, seats, bet, turn_ms, public,
   spectators, robots, level}. */
import { ask, button, h, mark, put, redraw, say } from "../dom.js";
import { capital } from "../card-words.js";
import { hasTexts, learnTexts } from "../games/families.js";
import { number, t } from "../i18n.js";
import { choose, LEVELS, setting } from "../settings.js";
import { choice, tick, valueText, whole } from "./form-parts.js";
import { PeoplePick } from "./people-pick.js";
import { defaults, has, isPreset } from "./presets.js";
import { gameName, gameOf, knownGames, optionLabel, presetName, refusal } from "../words.js";

/** @import {DeclaredOption, GameFacts, Options, Person} from "../../http.d.ts" */
/** @import {ApiError} from "../api.js" */

const SPEEDS = [10, 20, 40];
const BETS = [1, 2, 4, 10, 20];

export class CreateForm extends HTMLElement {
  /** @param {string} game @param {number | null} coins */
  constructor(game = "toma2", coins = null) {
    super();
    this.game = game;
    this.coins = coins;
    /** @type {Options} */
    this.options = {};
    this.seats = 2;
    this.bet = 0;
    this.turn = 20;
    this.public = true;
    this.spectators = true;
    this.robots = true;
    /** Was the number of players chosen by hand? */
    this.seated = false;
    /** Is the bet typed by hand? */
    this.typing = false;
    /** What is wrong with a number of an option. */
    this.odd = "";
    this.typed = h("label", { text: t("create.own_bet") });
    this.go = h("button", { class: "btn main", type: "submit" }, h("span", { text: t("create.go") }));
    this.robotTick = h("div");
    this.price = h("p", { class: "soft tiny", role: "status" });
    this.body = h("div", { class: "stack" });
    this.guests = new PeoplePick();
    this.inviting = h("details", { hidden: true }, h("summary", { text: t("invite.choose") }), this.guests);
    this.dialog = h("dialog", { class: "sheet", "aria-labelledby": "create-title" });
  }

  connectedCallback() {
    if (this.firstChild) return;
    this.dialog.append(
      h(
        "form",
        {
          method: "dialog",
          class: "stack",
          novalidate: true,
          on: { submit: (/** @type {Event} */ event) => this.submit(event) },
        },
        h(
          "div",
          { class: "row apart" },
          h("h2", { id: "create-title", text: t("lobby.create") }),
          button(t("close"), () => this.dialog.close(), { cls: "small" }),
        ),
        this.body,
        this.inviting,
        h("div", { class: "row" }, this.go, this.price),
      ),
    );
    this.dialog.addEventListener("close", () => this.remove());
    this.append(this.dialog);
    this.choose(this.game);
    this.dialog.showModal();
  }

  /** Who may be invited when the table is there. @param {readonly Person[]} people */
  invitable(people) {
    this.guests.show(people);
    this.inviting.hidden = !people.length;
    this.inviting.open = this.guests.chosen.size > 0;
  }

  /** @param {string} key */
  choose(key) {
    const game = gameOf(key) ?? knownGames()[0];
    if (!game) return;
    this.game = game.key;
    this.options = defaults(game);
    this.seats = Math.min(game.seats.max, Math.max(game.seats.min, 4));
    this.seated = false;
    this.bet = game.minimum_bet;
    this.typing = false;
    this.draw(game);
    if (!hasTexts(key)) learnTexts(key).then(() => { if (this.game === key) this.draw(game); });
  }

  /** @param {GameFacts} game */
  draw(game) {
    this.odd = "";
    const folded = game.options.filter((option) => !isPreset(game, option));
    redraw(this.body, () => put(
      this.body,
      h(
        "div",
        { class: "formgrid" },
        knownGames().length > 1
          ? choice(
              t("create.game"),
              knownGames().map(({ key }) => [key, gameName(key)]),
              game.key,
              (value) => this.choose(value),
            )
          : null,
        choice(
          t("create.seats"),
          range(game.seats.min, game.seats.max).map((n) => [String(n), number(n)]),
          String(this.seats),
          (value) => {
            this.seats = Number(value);
            this.seated = true;
          },
        ),
        choice(
          t("create.bet"),
          [
            ...BETS.map((k) => [String(k * game.minimum_bet), number(k * game.minimum_bet)]),
            ["own", t("create.other_bet")],
            ["0", t("create.no_bet")],
          ],
          this.typing ? "own" : String(this.bet),
          (value) => {
            this.typing = value === "own";
            if (!this.typing) this.bet = Number(value);
            this.ownBet(game);
            this.tellPrice();
            this.typed.querySelector("input")?.focus();
          },
        ),
        this.typed,
        choice(t("create.speed"), SPEEDS.map((n) => [String(n), t("create.seconds", { n })]), String(this.turn),
          (value) => { this.turn = Number(value); }),
      ),
      game.presets.length
        ? h(
            "div",
            { class: "pick", role: "group", "aria-label": t("create.preset") },
            ...game.presets.map((preset) =>
              button(
                presetName(game.key, preset.name),
                () => {
                  this.options = { ...defaults(game), ...preset.options };
                  if (preset.seats && !this.seated) this.seats = preset.seats;
                  this.draw(game);
                },
                { "aria-pressed": String(has(game, preset.options, this.options)), "data-preset": preset.name },
              ),
            ),
          )
        : null,
      tick(t("create.private"), !this.public, (on) => { this.public = !on; }),
      tick(t("create.spectators"), this.spectators, (on) => { this.spectators = on; }),
      this.robotTick,
      folded.length
        ? h(
            "details",
            {},
            h("summary", { text: t("create.more") }),
            h("div", { class: "formgrid rules" }, ...folded.map((option) => this.option(option))),
          )
        : null,
    ));
    this.ownBet(game);
    this.tellPrice();
  }

  /** The field for a bet of one's own, where that is wished. @param {GameFacts} game */
  ownBet(game) {
    this.typed.hidden = !this.typing;
    if (!this.typing) this.typed.replaceChildren(t("create.own_bet"));
    if (!this.typing || this.typed.querySelector("input")) return;
    if (!this.bet) this.bet = game.minimum_bet;
    const box = h("input", { type: "number", min: game.minimum_bet, step: 1, inputmode: "numeric", value: this.bet });
    box.addEventListener("input", () => {
      this.bet = box.valueAsNumber;
      this.tellPrice();
    });
    this.typed.append(box);
  }

  /** Why this table can't be opened, "" where it can. */
  trouble() {
    if (this.odd) return this.odd;
    const least = gameOf(this.game)?.minimum_bet ?? 0;
    if (this.typing && !(Number.isSafeInteger(this.bet) && this.bet >= least))
      return t("create.least", { n: least });
    return this.coins !== null && this.bet > this.coins ? t("create.short", { n: this.coins }) : "";
  }

  /** Other rules are chosen one by one: is it still a preset, and which one? */
  tellPreset() {
    const game = gameOf(this.game);
    for (const preset of game?.presets ?? []) {
      const pressed = this.body.querySelector(`[data-preset="${preset.name}"]`);
      if (game && pressed) mark(pressed, "aria-pressed", String(has(game, preset.options, this.options)));
    }
  }

  /** @param {DeclaredOption} option */
  option(option) {
    const value = this.options[option.name];
    const set = (/** @type {string | number | boolean} */ to) => {
      this.options[option.name] = to;
      this.tellPreset();
    };
    const label = capital(optionLabel(this.game, option.name));
    if (option.kind === "flag") return tick(label, value === true, set);
    if (option.kind === "number") {
      const { min = 0, max = 0, name } = option, hint = option.default === 0 && name === "target" ? t("create.zero") : "";
      return whole(label, { min, max, value: Number(value), hint }, (to) => {
        this.odd = to === null ? t("create.bounds", { what: label, min: number(min), max: number(max) }) : "";
        if (to !== null) set(to);
        this.tellPrice();
      });
    }
    const values = option.values ?? [];
    return choice(
      label,
      values.map((one, i) => [String(i), capital(valueText(this.game, option.name, one))]),
      String(values.indexOf(/** @type {string | number} */ (value))),
      (at) => set(/** @type {string | number} */ (values[Number(at)])),
    );
  }

  /** The price in words; what is for nothing may have robots. */
  tellPrice() {
    put(
      this.robotTick,
      this.bet === 0
        ? h("div", { class: "formgrid" },
            tick(t("create.robots"), this.robots, (on) => {
              this.robots = on;
              this.tellPrice();
            }),
            this.robots ? choice(t("create.level"), LEVELS.map((level) => [level, capital(t(`level.${level}`))]),
              setting("level"), (level) => choose("level", level)) : null)
        : null,
    );
    this.robotTick.hidden = this.bet !== 0;
    const why = this.trouble();
    say(this.price, why || (this.bet === 0 ? t("create.free") : t("create.price", { bet: number(this.bet) })));
    this.price.className = why ? "bad tiny" : "soft tiny";
    mark(this.go, "aria-disabled", why ? "true" : null);
  }

  /** Why the server would not have it; until something is changed. @param {ApiError} why */
  refuse(why) {
    const { option } = why.facts, what = option ? capital(optionLabel(this.game, String(option))) : "";
    say(this.price, refusal(why.code, why.message, { ...why.facts, what }));
    this.price.className = "bad tiny";
    this.price.scrollIntoView({ block: "nearest" });
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    if (this.trouble()) return;
    ask(this, "create-table", {
      game: this.game,
      options: this.options,
      seats: this.seats,
      bet: this.bet,
      turn_ms: this.turn * 1000,
      public: this.public,
      spectators: this.spectators,
      robots: this.bet === 0 && this.robots,
      level: setting("level"),
    });
  }
}
customElements.define("create-form", CreateForm);

/** @param {number} from @param {number} to */
const range = (from, to) => Array.from({ length: Math.min(64, to - from + 1) }, (_, i) => from + i);
