/* The newest that the server has said, and nothing that it has not: one place for what every page shows. */

/**
 * @import {Called, Gone, Hello, LobbyList, LobbyChanged, Presence, Row, Frame, Seated, Event, Update, View}
 *   from "../wire.d.ts"
 */
/** @import {Me} from "../http.d.ts" */

/** How many updates of a table the log keeps. */
const LOG = 200;

/**
 * @typedef {object} Known what is known of a table
 * @property {number} id
 * @property {number} seq
 * @property {View | null} view
 * @property {boolean} asked a whole view has been asked for: the next update may carry any seq
 * @property {boolean} stalled it can't go on for the moment; the next update says that it does
 * @property {Set<number> | null} online seats with a live connection; null = not told
 * @property {number} watching
 * @property {number} kept free seats that are kept for invited people
 * @property {{id: string, event: Event, view: View}[]} log
 */

/**
 * @typedef {object} News what listeners of "table" get
 * @property {number} table
 * @property {View | null} before
 * @property {View} view
 * @property {Event[]} events
 */

/**
 * Whoever is removed leaves by that: it is said once.
 * @param {Event} event
 * @param {Event[]} all
 */
const isEcho = ({ type, seat }, all) =>
  type === "left" && all.some((other) => other.type === "removed" && other.seat === seat);

/**
 * Events: "me", "lobby", "seated", "presence" (detail: id), "table" (detail: News), "gap" (detail: id), "stalled"
 * (detail: id), "forgot", "called", "gone", "invited".
 */
export class Store extends EventTarget {
  constructor() {
    super();
    /** @type {Me | null} */
    this.me = null;
    /** Server clock minus ours, in ms; null before the server has named a time. @type {number | null} */
    this.offset = null;
    /** @type {Map<number, Known>} */
    this.tables = new Map();
    /** @type {Map<number, Row>} */
    this.rows = new Map();
    /** Has the list of tables come? */
    this.rowsHere = false;
    /** Ids of tables by their short names, as they were told. @type {Map<string, number>} */
    this.codes = new Map();
    /** Where I am seated. @type {Seated[]} */
    this.seated = [];
    /** Tables where a seat is kept for me. @type {number[]} */
    this.invited = [];
  }

  /** The server's time, in ms. */
  now() {
    return Date.now() + (this.offset ?? 0);
  }

  /**
   * The least delayed message tells the clock best: a delay only ever makes the offset smaller.
   * @param {number} now
   */
  tick(now) {
    const offset = now - Date.now();
    this.offset = this.offset === null ? offset : Math.max(this.offset, offset);
  }

  /** @param {Me | null} me */
  setMe(me) {
    this.me = me;
    this.tell("me");
  }

  /** @param {number} id @returns {Known} */
  table(id) {
    let known = this.tables.get(id);
    if (!known) {
      known = { id, seq: -1, view: null, asked: true, stalled: false, online: null, watching: 0, kept: 0, log: [] };
      this.tables.set(id, known);
    }
    return known;
  }

  /** @param {number} id */
  forget(id) {
    this.tables.delete(id);
    this.tell("forgot");
  }

  /** A whole view was asked for (after a break, after a gap). @param {number} id */
  expectView(id) {
    this.table(id).asked = true;
  }

  /** Takes in whatever the server sends. @param {Frame} frame */
  take(frame) {
    switch (frame.type) {
      case "hello":
        return this.greet(frame);
      case "update":
        return this.update(frame);
      case "presence":
        return this.presence(frame);
      case "stalled":
        return this.stall(frame.table);
      case "lobby":
        return this.lobby(frame);
      case "lobby_changed":
        return this.lobbyChanged(frame);
      case "wallet":
        if (this.me) this.setMe({ ...this.me, coins: frame.coins });
        return undefined;
      case "pong":
        return this.tick(frame.now);
      case "called":
        return this.tell("called", frame);
      case "gone": {
        const seat = this.seated.find(({ id }) => id === frame.table) ?? this.tables.get(frame.table)?.view?.table;
        this.seated = this.seated.filter((seat) => seat.id !== frame.table);
        this.tell("seated");
        return this.tell("gone", { ...frame, bet: seat?.bet ?? 0 });
      }
      default:
        return undefined;
    }
  }

  /** @param {Hello} hello */
  greet(hello) {
    this.offset = hello.now - Date.now();
    this.seated = hello.tables;
    for (const known of this.tables.values()) {
      known.asked = true;
      known.stalled = false;
    }
    this.tell("seated");
  }

  /** @param {Update} update */
  update(update) {
    this.tick(update.now);
    const known = this.table(update.table);
    if (!known.asked && update.seq < known.seq) return; // overtaken: a newer view is shown already
    const gap = !known.asked && update.seq > known.seq + 1;
    const told = update.seq === known.seq;                // the same once more: its events have been told
    const before = known.view;
    known.seq = update.seq;
    known.view = update.view;
    known.asked = known.stalled = false;
    const events = told ? [] : update.events.filter((event) => !isEcho(event, update.events));
    events.forEach((event, i) =>
      known.log.push({ id: `${update.seq}.${i}`, event, view: update.view }),
    );
    if (known.log.length > LOG) known.log.splice(0, known.log.length - LOG);
    /** @type {News} */
    const news = { table: update.table, before, view: update.view, events };
    this.tell("table", news);
    this.reseat(update.view);                            // afterwards: whoever hears of it draws what the news have shown
    if (gap) this.tell("gap", update.table);
  }

  /** Keeps the list of my seats true without asking. @param {View} view */
  reseat(view) {
    const others = this.seated.filter((seat) => seat.id !== view.table.id);
    const mine = view.you !== null && view.phase !== "closed" && !view.seats[view.you]?.left;
    const { id, code, game, bet } = view.table, waits = ["waiting", "vote"].includes(view.phase);
    /** @type {Seated[]} */
    const after = mine ? [...others, { id, code, game, bet, phase: waits ? "waiting" : "playing" }] : others;
    if (JSON.stringify(after) === JSON.stringify(this.seated)) return;
    this.seated = after;
    this.tell("seated");
  }

  /** The tables where I sit for coins: a practice seat does not count. */
  coinSeats() {
    return this.seated.filter((seat) => seat.bet > 0);
  }

  /** A table can't go on: what comes next is the whole view. @param {number} id */
  stall(id) {
    const known = this.tables.get(id);
    if (!known) return;
    known.asked = known.stalled = true;
    this.tell("stalled", id);
  }

  /** @param {Presence} presence */
  presence(presence) {
    const known = this.table(presence.table);
    known.online = new Set(presence.online);
    known.watching = presence.watching;
    known.kept = presence.kept ?? known.kept;
    this.tell("presence", presence.table);
  }

  /** @param {LobbyList} lobby */
  lobby(lobby) {
    this.rows = new Map(lobby.rows.map((row) => [row.id, row]));
    this.rowsHere = true;
    this.tick(lobby.now);
    this.tell("lobby");
  }

  /** @param {LobbyChanged} change */
  lobbyChanged(change) {
    for (const row of change.rows) this.rows.set(row.id, row);
    for (const id of change.gone) this.rows.delete(id);
    this.tell("lobby");
  }

  /** @param {string} what @param {unknown} [detail] */
  tell(what, detail) {
    this.dispatchEvent(new CustomEvent(what, { detail }));
  }
}
