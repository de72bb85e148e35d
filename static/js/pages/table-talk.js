/* Talk at a table: what is said comes in, pops up beside who says it, is spoken, and lies in the panel. */
import { explain, link, openAccount, store, tell } from "../app.js";
import { talking } from "../api-talk.js";
import { art, ask, button, h, iconButton, make, mark, put } from "../dom.js";
import { TalkPanel, words } from "../elements/talk-panel.js";
import { learn, t } from "../i18n.js";
import { speakUp } from "../live.js";
import { isMuted } from "../mutes.js";
import { style } from "../router.js";
import { onChoice, setting } from "../settings.js";
import { place } from "../sprites.js";

/** @import {TablePage} from "../elements/table-page.js" */
/** @import {Frame, Line} from "../../wire.d.ts" */
/** @import {RefusedError} from "../asked.js" */

/** How many lines are kept here; how long one is seen beside a seat (ms). */
const KEPT = 200, POP_MS = 4_000;

let drawn = false;

/**
 * @param {TablePage} page @param {number} table @param {string} code
 * @returns {() => void} takes it off
 */
export function talk(page, table, code) {
  const here = new TableTalk(page, table, code);
  here.begin();
  return () => here.end();
}

class TableTalk {
  /** @param {TablePage} page @param {number} table @param {string} code */
  constructor(page, table, code) {
    this.page = page;
    this.table = table;
    this.code = code;
    /** By their ids, which grow. @type {Map<number, Line>} */
    this.lines = new Map();
    /** Lines since somebody last looked. */
    this.fresh = 0;
    /** The last lines have to be asked for once the table shows itself: lines went by unheard. */
    this.stale = true;
    this.ready = false;
    /** @type {TalkPanel[]} beside the table, and in the sheet */
    this.panels = [];
    this.press = iconButton("talk", "", () => this.toggle(), { class: "btn plain square badge talk-open" });
    this.count = h("b", { "aria-hidden": "true", hidden: true });
    /** @type {(() => void)[]} */
    this.ends = [];
  }

  begin() {
    const hear = (/** @type {EventTarget} */ from, /** @type {string} */ name, /** @type {(event: any) => void} */ heard) => {
      from.addEventListener(name, heard);
      this.ends.push(() => from.removeEventListener(name, heard));
    };
    hear(link, "frame", ({ detail }) => this.take(detail));
    hear(store, "people", () => this.fetch());                // somebody was blocked, or no longer
    hear(store, "me", () => this.draw());
    hear(this.page, "drawn", () => this.draw());
    hear(this.page, "say", ({ detail }) => this.say(detail));
    hear(this.page, "speaker", ({ detail }) => this.card(detail.person));
    hear(this.page, "account-dialog", ({ detail }) => openAccount(detail.kind));
    this.ends.push(onChoice(() => this.draw()));
    Promise.all([learn("talk"), style("talk")]).then(() => this.build(), explain);
  }

  end() {
    for (const end of this.ends) end();
  }

  build() {
    if (!this.page.isConnected) return;
    if (!drawn) place("talk.svg");
    drawn = true;
    const side = make(TalkPanel);
    this.panels = [side];
    this.page.watchers.before(side);
    this.press.append(this.count);
    this.page.bar.list.before(this.press);
    this.ready = true;
    this.draw();
  }

  /** @param {Frame} frame */
  take(frame) {
    if (frame.type === "hello") this.stale = true;
    else if (frame.type === "talk" && frame.line.table === this.table) this.hear(frame.line);
    else if (frame.type === "update" && frame.table === this.table && this.stale) this.fetch();
  }

  /** The last lines; what was said meanwhile stays. */
  async fetch() {
    this.stale = false;
    const found = await talking.lines(this.code).catch(() => null);
    this.stale ||= !found;                                // asked for again with the next update
    if (!found) return;
    const newest = found.lines.at(-1)?.id ?? 0, since = [...this.lines.values()].filter(({ id }) => id > newest);
    this.lines = new Map([...found.lines, ...since].map((line) => [line.id, line]));
    this.draw();
  }

  /** @param {Line} line */
  hear(line) {
    if (this.lines.has(line.id)) return;
    this.lines.set(line.id, line);
    for (const id of this.lines.keys()) if (this.lines.size > KEPT) this.lines.delete(id);
    if (!this.ready || !setting("talk") || isMuted(line.from.id)) return;
    this.pop(line);
    if (line.from.id !== store.me?.id) {
      const { name } = line.from, text = words(line);
      speakUp(line.kind === "reaction" ? t("talk.reacts", { name, does: text }) : t("talk.line", { name, text }));
      if (!this.panels.some((panel) => panel.getClientRects().length)) this.fresh++;
    }
    this.draw();
  }

  /** Beside the seat for a few seconds, in the place of the one before. @param {Line} line */
  pop(line) {
    const { own, seats, state } = this.page, view = state?.view;
    const seat = view?.seats.findIndex((one) => one?.player.id === line.from.id) ?? -1;
    const at = seat >= 0 && seat === view?.you ? own.querySelector(".self") : seats.querySelector(`[data-seat="${seat}"]`);
    if (!at) return;
    at.querySelector(":scope > .said")?.remove();
    const reacts = line.kind === "reaction";
    const node = h("span", { class: reacts ? "said reacts" : "said", "aria-hidden": "true", dir: "auto" },
      reacts ? art(`re-${line.body}`, "re") : words(line));
    at.append(node);
    setTimeout(() => node.remove(), POP_MS);
  }

  draw() {
    if (!this.ready) return;
    const view = this.page.state?.view, all = [...this.lines.values()].sort((a, b) => a.id - b.id);
    const lines = all.filter(({ from }) => !isMuted(from.id));
    const hushed = new Set(all.filter(({ from }) => isMuted(from.id)).map(({ from }) => from.id)).size;
    this.panels = this.panels.filter((panel) => panel.isConnected || panel === this.panels[0]);
    for (const panel of this.panels)
      panel.show({ lines, hushed, shown: setting("talk"), me: store.me?.id ?? null,
        seated: (view?.you ?? null) !== null, guest: store.me?.guest ?? true });
    const n = setting("talk") ? this.fresh : 0, name = n ? t("talk.title_new", { n }) : t("talk.title");
    mark(this.press, "aria-label", name);
    mark(this.press, "title", name);
    put(this.count, String(n));
    this.count.hidden = n === 0;
  }

  /** Opens the sheet over the board, or shuts it. */
  toggle() {
    const { windows } = this.page;
    if (windows.what === "talk") {
      this.page.shut();
      return;
    }
    windows.open("talk", () => this.sheet(), "window");
    this.fresh = 0;
    this.draw();
  }

  sheet() {
    const panel = make(TalkPanel);
    panel.shut = button(t("close"), () => this.page.shut(), { cls: "small" });
    this.panels = [...this.panels.slice(0, 1), panel];
    const node = h("div", { class: "ask sheet talk", role: "dialog", "aria-label": t("talk.title"), tabindex: "-1" }, panel);
    node.addEventListener("keydown", ({ key }) => { if (key === "Escape") ask(node, "close"); });
    return node;
  }

  /** @param {{phrase?: string, reaction?: string, text?: string, refused?: () => void}} what */
  async say({ refused, ...what }) {
    if (!what.text && this.page.windows.what === "talk") this.page.shut();   // it is seen beside my picture
    try {
      await link.command("say", { table: this.table, ...what });
    } catch (why) {
      const { code, facts } = /** @type {RefusedError} */ (why);
      if (code === "too_many" && facts.retry_ms) tell(t("talk.wait", { n: Math.ceil(facts.retry_ms / 1000) }));
      else explain(why);
      refused?.();
    }
  }

  /** @param {import("../../wire.d.ts").Named} person */
  async card(person) {
    const { open } = await import("./player-card.js"), { seq, view } = store.table(this.table);
    await open(person, { table: this.table, seq, plays: view !== null && view.you !== null });
  }
}
