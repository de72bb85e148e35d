/* The bell in the bar: how much is unread, the list behind it, and what comes live. Fetched when the page is there. */
import { accept, refuse } from "./answer.js";
import { invites, news } from "./api-invite.js";
import { games, link, notices as strip, once, store } from "./app.js";
import { attend } from "./attention.js";
import { art, button, h, mark, put } from "./dom.js";
import { InviteCards } from "./elements/invite-cards.js";
import { NoticeList } from "./elements/notice-list.js";
import { learn, number, t } from "./i18n.js";
import { askKept, keep, keepToo, takeUp } from "./invited.js";
import { speakUp } from "./live.js";
import { KINDS } from "./notice-kinds.js";
import { style } from "./router.js";
import { wakeSound } from "./sound.js";

/** @import {Frame, NoticeTold} from "../wire.d.ts" */

/** Is it an invitation that may still hold? @param {NoticeTold} notice */
const holds = ({ kind, facts }) => kind === "invitation" && facts.until > store.now();

class Bell {
  /** @param {HTMLElement} place */
  constructor(place) {
    /** @type {NoticeTold[]} */
    this.notices = [];
    this.unread = 0;
    /** @type {number | null} */
    this.whose = null;
    this.count = h("b", { class: "num" });
    this.button = h("button", { type: "button", class: "btn plain square badge bell", "aria-haspopup": "dialog",
      on: { click: () => this.open() } }, art("bell"), this.count);
    this.cards = new InviteCards();
    place.append(this.button);
    document.getElementById("page")?.before(this.cards);
  }

  draw() {
    const label = this.unread ? t("bell.unread", { n: this.unread }) : t("bell.title");
    mark(this.button, "aria-label", label);
    mark(this.button, "title", label);
    this.button.hidden = this.whose === null;
    this.count.hidden = !this.unread;
    put(this.count, this.unread > 99 ? "99+" : number(this.unread));
  }

  /** Somebody else is here, or the link came back: what was missed is asked for. */
  async look() {
    const me = store.me?.id ?? null;
    if (me !== this.whose) {
      Object.assign(this, { whose: me, notices: [], unread: 0 });
      put(this.cards);
      keep([]);
    }
    this.draw();
    if (me === null) return;
    const { notices, unread } = await news.list();
    if (me !== this.whose) return;
    Object.assign(this, { notices, unread });
    this.draw();
    for (const notice of notices) if (!notice.read && !notice.quiet) this.lay(notice);
    if (store.invited.length || notices.some(holds)) await askKept();
  }

  /** An invitation that still holds lies open until it is answered. @param {NoticeTold} notice */
  lay(notice) {
    if (!holds(notice) || store.seated.some(({ id }) => id === notice.facts.table)) return;
    games().then(() => this.cards.add(notice), () => this.cards.add(notice));
  }

  /** @param {Frame} frame */
  hear(frame) {
    if (frame.type === "hello" && this.whose !== null) this.look().catch(() => {});
    if (frame.type === "notice") games().catch(() => {}).then(() => this.tell(frame.notice));
    if (frame.type !== "notices_gone") return;
    const gone = this.notices.filter(({ id }) => frame.ids.includes(id));
    this.notices = this.notices.filter((notice) => !gone.includes(notice));
    this.unread -= gone.filter(({ read }) => !read).length;
    for (const { id } of gone) this.cards.drop(id);
    if (gone.some(holds)) askKept().catch(() => {});
    this.draw();
  }

  /** @param {NoticeTold} notice */
  tell(notice) {
    if (this.notices.some(({ id }) => id === notice.id)) return;
    this.notices.unshift(notice);
    this.unread += 1;
    this.draw();
    if (holds(notice)) keepToo(notice.facts.table, notice.facts.until);
    if (notice.quiet || !(notice.kind in KINDS)) return;
    const { text, open } = KINDS[notice.kind], said = text(notice.facts), invited = notice.kind === "invitation";
    speakUp(said);
    attend(invited ? "invitation" : "news", said);
    if (invited) this.lay(notice);
    else strip.pass(said, open && { label: t("bell.open"), go: () => void open(notice.facts) });
  }

  open() {
    return once("bell", async () => {
      const list = new NoticeList(), shut = button(t("close"), () => dialog.close(), { cls: "small" });
      const dialog = h("dialog", { class: "sheet small", "aria-labelledby": "bell-title" },
        h("div", { class: "stack" },
          h("div", { class: "row apart" }, h("h2", { id: "bell-title", text: t("bell.title") }), shut), list,
          h("p", { class: "tiny" }, h("a", { href: "/me", text: t("bell.settings"), on: { click: () => dialog.close() } }))));
      dialog.addEventListener("close", () => dialog.remove());
      const on = (/** @type {string} */ name, /** @type {(detail: any) => unknown} */ work) =>
        list.addEventListener(name, (event) => {
          dialog.close();
          work(/** @type {CustomEvent} */ (event).detail);
        });
      on("open-notice", ({ notice }) => KINDS[/** @type {NoticeTold} */ (notice).kind].open?.(notice.facts));
      on("accept", ({ facts }) => this.answered(facts, accept(facts)));
      on("refuse", ({ facts }) => this.answered(facts, refuse(facts.invitation)));
      const [{ notices }, received] =
        await Promise.all([news.list(), invites.received(), games().catch(() => {}), style("form")]);
      this.notices = notices;
      list.show(notices, received);
      document.body.append(dialog);
      dialog.showModal();
      const [newest] = notices;
      if (newest) await news.read(newest.id);
      this.notices = notices.map((notice) => ({ ...notice, read: true }));
      this.unread = 0;
      this.draw();
    });
  }

  /** @param {Record<string, any>} facts @param {Promise<unknown>} work */
  answered(facts, work) {
    for (const { id, facts: other } of this.notices) if (other.invitation === facts.invitation) this.cards.drop(id);
    return work;
  }
}

/** Hangs the bell up. @param {HTMLElement} place */
export async function ring(place) {
  await Promise.all([learn("people"), style("people"), style("bell")]);
  const bell = new Bell(place), look = () => bell.look().catch(() => {});
  wakeSound();
  link.addEventListener("frame", (event) => bell.hear(/** @type {CustomEvent<Frame>} */ (event).detail));
  store.addEventListener("me", () => { if ((store.me?.id ?? null) !== bell.whose) look(); else bell.draw(); });
  store.addEventListener("seated", () => {
    const tables = store.seated.map(({ id }) => id);
    bell.cards.seated(tables, bell.notices);
    takeUp(tables);
  });
  await look();
}
