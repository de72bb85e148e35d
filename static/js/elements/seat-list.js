/* <seat-list>: the others around the table, in order of play; what the game says of a seat comes from its module.
   Out: "wish", "person" {seat}. */
import { art, ask, button, face, h, keyed, mark, put, say } from "../dom.js";
import { t } from "../i18n.js";
import { actors, keptSeats, others } from "../table-state.js";
import { place } from "../sprites.js";

/** @import {TableState} from "../table-state.js" */

/** How long "+3" stays beside a seat that drew. */
export const DREW_MS = 10_000;
/** @param {{from: number, until: number}} time */
const fuse = ({ from, until }) =>
  h("span", { class: "fuse", "data-from": from, "data-until": until, "aria-hidden": "true" }, h("i"));
/** A seat of which the game says nothing. @type {import("../games/index.js").SeatNotes} */
const NOTHING = { calls: [], words: [], note: "", presses: [], fuse: null };

place("robots.svg");

export class SeatList extends HTMLElement {
  constructor() {
    super();
    this.list = h("ol", { class: "seats" });
  }

  connectedCallback() {
    this.append(this.list);
  }

  /** @param {TableState} state @param {ReadonlyMap<number, {count: number, until: number}>} drew */
  show(state, drew) {
    const { view } = state,
      around = others(view);
    mark(this.list, "data-k", around.length);
    mark(this.list, "data-way", state.module.rightward ? "right" : null);
    mark(this.list, "aria-label", t("table.seats"));
    keyed(
      this.list,
      around,
      (seat) => String(seat),
      (seat) => this.build(seat),
      (node, seat) => this.dress(node, seat, state, drew.get(seat)),
    );
  }

  /** @param {number} seat */
  build(seat) {
    return h(
      "li",
      { class: "seat", "data-seat": seat },
      h("button", { class: "pic", type: "button", on: { click: () => ask(this, "person", { seat }) } }),
      h("span", { class: "name", "aria-hidden": "true", dir: "auto" }),
      h("span", { class: "away" }),
      h("span", { class: "extra" }),
    );
  }

  /**
   * @param {HTMLElement} node
   * @param {number} seat
   * @param {TableState} state
   * @param {{count: number, until: number} | undefined} drew
   */
  dress(node, seat, state, drew) {
    const { view } = state,
      sits = view.seats[seat],
      game = view.game;
    const [pic, name, spoken, extra] = /** @type {HTMLElement[]} */ ([...node.children]);
    if (!(pic instanceof HTMLButtonElement) || !name || !spoken || !extra) return;
    pic.disabled = !sits || sits.robot;                   // nobody, and a robot, has a card
    mark(pic, "aria-label", pic.disabled || !sits ? null : t("seat.card", { name: sits.player.name }));
    mark(pic, "aria-hidden", pic.disabled ? "true" : null);
    mark(node, "data-free", !sits);
    mark(node, "data-left", Boolean(sits?.left || game?.left.includes(seat)));
    mark(node, "data-robot", Boolean(sits?.standin));
    mark(node, "data-offline", this.isOffline(state, seat));
    mark(node, "aria-current", actors(view).includes(seat) ? "true" : null);
    if (!sits) {
      const kept = keptSeats(state).includes(seat), word = t(kept ? "seat.kept" : "seat.free");
      put(pic, h("i", { class: kept ? "free kept" : "free" }));
      say(name, word);
      say(spoken, word);
      put(extra);
      pic.dataset.drawn = "";
      return;
    }
    this.picture(pic, seat, state, drew);
    say(name, sits.player.name);
    const words = this.words(seat, state);
    say(spoken, words.join(", "));
    this.extra(extra, seat, state);
  }

  /** @param {TableState} state @param {number} seat */
  isOffline({ view, online }, seat) {
    const sits = view.seats[seat];
    return Boolean(sits && !sits.robot && !sits.left && online && !online.has(seat) && view.phase !== "over");
  }

  /**
   * Rebuilt only where something changed: the ring of a running clock must not jump.
   * @param {HTMLElement} pic
   * @param {number} seat
   * @param {TableState} state
   * @param {{count: number, until: number} | undefined} drew
   */
  picture(pic, seat, state, drew) {
    const { view } = state,
      sits = view.seats[seat],
      game = view.game,
      now = actors(view).includes(seat);
    const left = Boolean(sits?.left || game?.left.includes(seat));
    const count = game && !left && view.phase === "playing" ? game.counts[seat] : undefined;
    const plus = drew && drew.until > state.now() ? drew.count : 0;
    const looks = JSON.stringify([sits?.player.avatar, sits?.standin, now, count, plus]);
    if (pic.dataset.drawn === looks) return;
    pic.dataset.drawn = looks;
    put(
      pic,
      now ? h("i", { class: "ring" }) : null,
      now ? art("lamp", "lamp-on") : null,
      face(sits?.player.avatar ?? ""),
      sits?.standin ? art("moka", "stand-in") : null,
      count === undefined ? null : h("span", { class: "count", "aria-hidden": "true", text: String(count) }),
      plus ? h("span", { class: "plus", "aria-hidden": "true", text: `+${plus}` }) : null,
    );
  }

  /** What is read of a seat: "Bruno, 5 cards, robot plays". @param {number} seat @param {TableState} state */
  words(seat, state) {
    const { view } = state,
      sits = view.seats[seat],
      game = view.game,
      words = [sits?.player.name ?? ""];
    if (sits?.left || game?.left.includes(seat)) return [t("seat.left", { name: words[0] ?? "" })];
    if (game && view.phase === "playing") words.push(t("cards", { n: game.counts[seat] ?? 0 }));
    if (actors(view).includes(seat)) words.push(t("seat.acts"));
    if (game) words.push(...state.module.seat(view, seat).words);
    if (sits?.robot) words.push(t("seat.robot"));
    if (sits?.standin) words.push(t("seat.standin", { name: sits.player.name }));
    if (this.isOffline(state, seat)) words.push(t("seat.offline"));
    if (view.table.host === seat && view.phase === "waiting") words.push(t("seat.host"));
    return words;
  }

  /**
   * Below the name: calls, buttons, what burns down, a note.
   * @param {HTMLElement} box
   * @param {number} seat
   * @param {TableState} state
   */
  extra(box, seat, state) {
    const own = state.view.game ? state.module.seat(state.view, seat) : NOTHING;
    const told = this.note(seat, state), robot = told === t("seat.robot");   // which stands back for what the game says
    const note = [own.note, robot && own.note ? "" : told].filter(Boolean).join(", "), drawn = JSON.stringify([own, note]);
    if (box.dataset.drawn === drawn) return;
    box.dataset.drawn = drawn;
    put(
      box,
      ...own.calls.map((text) => h("span", { class: "call", "aria-hidden": "true", text })),
      ...own.presses.map(({ label, spoken, wish }) =>
        button(label, () => ask(this, "wish", wish), {
          cls: "denounce", "aria-disabled": wish ? null : "true", "aria-label": spoken,
        })),
      own.fuse ? fuse(own.fuse) : null,
      note ? h("span", { class: "note", "aria-hidden": "true", text: note }) : null,
    );
  }

  /** @param {number} seat @param {TableState} state */
  note(seat, state) {
    const { view } = state,
      sits = view.seats[seat];
    if (sits?.left || view.game?.left.includes(seat))
      return t("seat.gone");
    if (this.isOffline(state, seat)) return t("seat.offline");
    if (sits?.standin) return t("seat.standin", { name: sits.player.name });
    if (view.phase === "vote") return t(view.vote?.accepted.includes(seat) ? "seat.accepted" : "seat.asked");
    if (view.table.host === seat && view.phase === "waiting") return t("seat.host");
    return sits?.robot ? t("seat.robot") : "";
  }
}
customElements.define("seat-list", SeatList);
