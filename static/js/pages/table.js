/* A table: finds it by its code, watches it, draws what comes, sends what is wanted. */
import { api, ApiError } from "../api.js";
import { ensureMe, explain, games, link, notices, once, store, tell } from "../app.js";
import { attend } from "../attention.js";
import { copy } from "../clipboard.js";
import { make } from "../dom.js";
import { doorOf } from "../door.js";
import { has, t } from "../i18n.js";
import { go } from "../router.js";
import { saltFor } from "../salt.js";
import { onChoice, untold } from "../settings.js";
import { speakUp } from "../live.js";
import { sentence } from "../speech.js";
import { sounds, soundsOf, wakeSound } from "../sound.js";
import { isMine, statusLine } from "../table-state.js";
import { loadGame } from "../games/index.js";
import { TablePage } from "../elements/table-page.js";
import { keys } from "./table-keys.js";
import { cards } from "./table-people.js";
import { talk } from "./table-talk.js";
import { invitations } from "./table-invitations.js";
import { wearing } from "./table-looks.js";
import { clocks } from "./table-clocks.js";
import { practise } from "./practice.js";
import { setTitle } from "../tab.js";
import { refusal } from "../words.js";

/** @import {Action, View} from "../../wire.d.ts" */
/** @import {News} from "../store.js" */
/** @import {RefusedError} from "../asked.js" */

/** How often somebody at the door looks again (ms). */
const DOOR_MS = 5_000;

/** The id of a table, from what is known, else by asking. @param {string} code */
async function idOf(code) {
  const seat = store.seated.find((one) => one.code === code), told = store.codes.get(code);
  const known = seat?.id ?? told ?? [...store.rows.values()].find((row) => row.code === code)?.id;
  return known ?? (await api.table(code)).row.id;
}

/** @param {HTMLElement} root @param {string} code @param {() => boolean} wanted */
export async function open(root, code, wanted) {
  let id = 0;
  try {
    await games().catch(() => {});
    id = await idOf(code);
  } catch (why) {
    if (!wanted() || !(why instanceof ApiError) || why.passes) throw why;
    if ([404, 422].includes(why.status)) tell(t("gone.no_table", { code: code.toUpperCase() }));
    else explain(why);
    go("/", { replace: true });
  }
  if (!id || !wanted()) return { close() {} };             // a second visit to this table is watching by now
  const page = make(TablePage),
    visit = new Visit(page, id, code);
  root.append(page);
  visit.begin();
  return visit;
}

class Visit {
  /** @param {TablePage} page @param {number} id @param {string} code */
  constructor(page, id, code) {
    this.page = page;
    this.id = id;
    this.code = code;
    /** @type {{address: string, token: string | null} | null} */
    this.invite = null;
    /** What this game is about; null until it has come. @type {import("../games/index.js").GameModule | null} */
    this.module = null;
    /** What is seen from the door of a table that has not begun. @type {import("../door.js").Door | null} */
    this.atDoor = null;
    /** @type {(() => unknown)[]} to be called at the end */
    this.ends = [];
    this.over = false;
  }

  begin() {
    const hear = (/** @type {EventTarget} */ from, /** @type {string} */ name, /** @type {(event: any) => void} */ heard) => {
      from.addEventListener(name, heard);
      this.ends.push(() => from.removeEventListener(name, heard));
    };
    hear(store, "table", ({ detail }) => {
      if (detail.table === this.id) this.news(detail);
    });
    hear(store, "presence", ({ detail }) => {
      if (detail === this.id) this.draw();
    });
    hear(store, "gone", ({ detail }) => {
      if (detail.table === this.id) this.gone(detail.reason);
    });
    hear(store, "me", () => this.draw());
    hear(store, "seated", () => this.draw());
    hear(link, "unwatchable", ({ detail }) => {
      if (detail.table !== this.id) return;
      if (detail.code === "not_started") this.door();
      else this.gone(detail.code, detail.text);
    });
    for (const [name, wish] of Object.entries(this.wishes()))
      hear(this.page, name, (event) => wish(event.detail));
    this.ends.push(onChoice(() => this.draw()), keys(this.page), cards(this.page, this.id), clocks(this.page, () => store.now()));
    this.ends.push(wearing(this.page), talk(this.page, this.id, this.code), invitations(this.page, this.id, this.code));
    wakeSound();
    store.expectView(this.id);
    link.watch(this.id);
    this.draw();
  }

  close() {
    this.over = true;
    for (const end of this.ends) end();
    link.unwatch(this.id);
    store.forget(this.id);
    setTitle(null);
    this.page.remove();
  }

  /** @param {{before?: View | null, events?: import("../../wire.d.ts").Event[]}} [news] */
  draw({ before, events = [] } = {}) {
    const known = store.table(this.id), door = this.atDoor, view = known.view ?? door?.view;
    if (!view) return;
    if (!this.module) {
      this.learn(view.table.game);
      return;
    }
    const other = store.coinSeats().find((seat) => seat.id !== this.id);
    this.page.show(
      {
        view,
        module: this.module,
        now: () => store.now(),
        online: known.online,
        watching: known.watching,
        kept: known.view ? known.kept : door?.kept ?? 0,
        barred: !known.view && Boolean(door?.barred),
        link: link.state,
        me: store.me,
        log: known.log,
        invite: this.invite?.address ? this.invite : null,
        elsewhere: other && view.table.bet === 0 ? { code: other.code, left: 0 } : null,
      },
      { before: before === undefined ? view : before, events },
    );
  }

  /** Fetches the game itself, then draws what has come meanwhile. @param {string} game */
  learn(game) {
    return once(`game ${game}`, async () => {
      this.module = await loadGame(game);
      if (this.page.isConnected) this.draw();
    });
  }

  /** Not begun: the table shows itself to nobody without a seat. I stand at the door and look again now and then. */
  async door() {
    const found = await api.table(this.code).catch((/** @type {ApiError} */ why) => why);
    if (this.over || store.table(this.id).view) return;
    if (found instanceof Error && !found.passes) {
      this.gone(found.code, found.message);
      return;
    }
    if (!(found instanceof Error)) this.atDoor = doorOf(found);
    this.draw();
    const again = setTimeout(() => link.watch(this.id), DOOR_MS);
    this.ends.push(() => clearTimeout(again));
  }

  /** @param {News} news */
  news({ before, view, events }) {
    this.draw({ before, events });
    const salt = saltFor(view);
    if (salt) link.command("salt", { table: this.id, ...salt }).catch(() => {});
    const same = before && isMine(before) && before.game?.round === view.game?.round;
    const mine = isMine(view) && !(same && !events.some((event) => event.type === "turned"));
    if (this.module) soundsOf(events, this.module);
    if (mine) attend("turn", t("title.your_turn"));
    this.speak(view, events, mine);
    this.announce(view, before);
    setTitle(view);
    this.findInvitation(view);
  }

  /** @param {View} view @param {import("../../wire.d.ts").Event[]} events @param {boolean} mine */
  speak(view, events, mine) {
    if (!this.module) return;
    for (const event of events) {
      const text = sentence(event, view, this.module);
      if (text) speakUp(text);
      if (event.type === "held_refused" && event.seat === view.you)
        tell(refusal(event.code ?? "", event.text));
      if (event.type === "denounced" && (event.seat === view.you || event.by === view.you) && text)
        notices.pass(text);
    }
    if (mine) speakUp(statusLine(view, this.module));
  }

  /** What has to be said once, before it costs. @param {View} view @param {View | null} before */
  announce(view, before) {
    const warning = view.game ? this.module?.warn(view, before) : null;
    if (warning && untold(warning.name)) tell(warning.text);
    if (
      view.phase === "vote" &&
      before?.phase !== "vote" &&
      view.you !== null &&
      !view.vote?.accepted.includes(view.you)
    )
      sounds.call();
    if (before?.phase === "waiting" && ["salting", "playing"].includes(view.phase))
      tell(t("event.match_began"));
  }

  /**
   * The address that leads to a seat: a link with a token for its host, else the table's own.
   * @param {View} view
   */
  findInvitation(view) {
    if (this.invite || view.you === null || !["waiting", "vote"].includes(view.phase)) return;
    if (!view.table.public && view.table.host !== view.you) return;
    this.invite = { address: `${location.origin}/t/${view.table.code}`, token: null };
    if (view.table.host === view.you) this.findToken();
  }

  /** The host's link leads strangers to a seat, too. */
  async findToken() {
    const own = this.invite;
    this.invite = { address: "", token: null };           // until it is known nothing is shown that changes at once
    const token = (await api.table(this.code).catch(() => null))?.link;
    this.invite = token ? { address: `${location.origin}/j/${token}`, token } : own;
    this.draw();
  }

  /** @param {string} reason @param {string} [text] */
  gone(reason, text) {
    if (reason === "called") return; // the call itself leads over, in its own time
    if (reason === "moved") {
      store.expectView(this.id);
      link.rewatch(this.id);
      return;
    }
    if (reason !== "left" && reason !== "timeouts") tell(has(`gone.${reason}`) ? t(`gone.${reason}`) : refusal(reason, text));
    go("/", { replace: true });
  }

  /** @returns {Record<string, (detail: any) => unknown>} */
  wishes() {
    const ask = (/** @type {string} */ type, /** @type {Record<string, unknown>} */ more = {}) =>
      once(`${type} ${this.id}`, async () => {
        await link.command(type, { table: this.id, ...more });
      });
    return {
      act: ({ action }) => this.act(action),
      start: () => ask("start"),
      vote: ({ accept }) => ask("vote", { accept }),
      ready: () => ask("ready"),
      again: () => ask("again"),
      sit: () =>
        once(`sit ${this.id}`, async () => {
          await ensureMe();
          await link.command("sit", { table: this.id });
          link.watch(this.id);
        }),
      practice: () => once("practice", () => practise(store.table(this.id).view?.table.game ?? "toma2")),
      back: () => ask("ready"),
      leave: () => this.leave(),
      home: () => this.home(),
      copy: ({ text }) => copy(text, this.page.querySelector("code.link")),
      speak: ({ text }) => speakUp(text),
    };
  }

  /** Turn actions one at a time; calls beside the turn do not wait for them. @param {Action} action */
  act(action) {
    const beside = this.module?.beside.includes(action.type);
    return once(`${beside ? action.type : "turn"} ${this.id}`, async () => {
      try {
        await link.command("act", { table: this.id, action });
      } catch (why) {
        this.page.own.hand.choose(null);
        if (/** @type {RefusedError} */ (why).code !== "offline") throw why;
      }
    });
  }

  async leave() {
    await once(`leave ${this.id}`, async () => {
      await link.command("leave", { table: this.id });
      go("/");
    });
  }

  /** Back to the tables; a seat that costs nothing to give up is given up. */
  home() {
    const view = store.table(this.id).view;
    if (view && view.you !== null && view.phase === "over")
      link.command("leave", { table: this.id }).catch(() => {});
    go("/");
  }
}
