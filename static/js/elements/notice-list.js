/* <notice-list>: what a player should hear of, the newest first. Out: "open-notice" {notice}, "accept" {facts},
   "refuse" {facts}. */
import { ask, button, face, h, put } from "../dom.js";
import { moment, number, t } from "../i18n.js";
import { KINDS } from "../notice-kinds.js";

/** @import {NoticeTold} from "../../wire.d.ts" */
/** @import {Received} from "../../http.d.ts" */

const WHEN = /** @type {const} */ ({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

export class NoticeList extends HTMLElement {
  /** @param {readonly NoticeTold[]} notices @param {readonly Received[]} received my invitations as they are now */
  show(notices, received) {
    const states = new Map(received.map((each) => [each.id, each]));
    const lines = notices.filter(({ kind }) => kind in KINDS).map((notice) => this.line(notice, states));
    put(this, lines.length ? h("ul", { class: "stack tight" }, ...lines) : h("p", { class: "soft", text: t("bell.none") }));
  }

  /** @param {NoticeTold} notice @param {Map<number, Received>} states */
  line(notice, states) {
    const { kind, facts, at, read } = notice, who = facts.from ?? facts.by;
    const text = KINDS[kind].text(facts);
    return h("li", { class: "person notice-line", "data-kind": kind },
      face(who?.avatar ?? "lamp"),
      h("span", {},
        read ? null : h("b", { class: "chip", text: t("bell.new") }), h("span", { text }),
        h("small", { text: moment(at, WHEN) })),
      kind === "invitation" ? this.answers(notice, states.get(facts.invitation)) : this.way(notice));
  }

  /** @param {NoticeTold} notice */
  way(notice) {
    if (!KINDS[notice.kind].open) return null;
    return button(t("bell.open"), () => ask(this, "open-notice", { notice }), { cls: "small" });
  }

  /** @param {NoticeTold} notice @param {Received} [now] */
  answers({ facts }, now) {
    const state = now?.state ?? "expired";
    if (state !== "pending") return h("small", { class: "soft", text: t(`invite.state.${state}`) });
    const price = facts.bet ? t("invite.bet", { bet: number(facts.bet) }) : t("invite.no_bet");
    return h("div", { class: "row" }, h("small", { class: "soft", text: price }),
      button(t("invite.accept"), () => ask(this, "accept", { facts }), { main: true, cls: "small" }),
      button(t("invite.refuse"), () => ask(this, "refuse", { facts }), { cls: "small" }));
  }
}
customElements.define("notice-list", NoticeList);
