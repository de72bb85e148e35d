/* <invite-cards>: invitations that have just come, each with yes and no, over every page, until answered or over.
   Nothing below is covered that is being played with. */
import { accept, refuse } from "../answer.js";
import { store } from "../app.js";
import { seconds, tick } from "../clock.js";
import { button, face, h, mark, say } from "../dom.js";
import { number, t } from "../i18n.js";
import { KINDS } from "../notice-kinds.js";

/** @import {NoticeTold} from "../../wire.d.ts" */

/** "9 min", and in the last minute "42 s". @param {number} until */
export function timeLeft(until) {
  const left = seconds(until, store.now());
  return left > 60 ? t("invite.minutes", { n: Math.ceil(left / 60) }) : t("invite.seconds", { n: left });
}

export class InviteCards extends HTMLElement {
  connectedCallback() {
    mark(this, "role", "region");
    mark(this, "aria-label", t("invite.cards"));
  }

  /** @param {NoticeTold} notice */
  add({ id, facts }) {
    if (this.querySelector(`[data-notice="${id}"]`)) return;
    const left = h("small", { class: "num" });
    const over = () => {
      stop();
      card.remove();
    };
    const answered = (/** @type {() => unknown} */ work) => () => {
      over();
      work();
    };
    const offer = /** @type {import("../answer.js").Offer} */ (facts);
    const price = facts.bet ? t("invite.bet", { bet: number(facts.bet) }) : t("invite.no_bet");
    const card = h("section", { class: "panel invite-card", "data-notice": id },
      h("div", { class: "person" }, face(facts.from.avatar),
        h("span", {}, h("b", { text: KINDS.invitation.text(facts) }), h("small", { text: price }), left)),
      h("div", { class: "row" },
        button(t("invite.accept"), answered(() => accept(offer)), { main: true, cls: "small" }),
        button(t("invite.refuse"), answered(() => refuse(offer.invitation)), { cls: "small" }),
        button(t("invite.later"), over, { cls: "small plain" })));
    card.addEventListener("over", over);
    this.append(card);
    const stop = tick(() => {
      if (seconds(facts.until, store.now()) === 0) queueMicrotask(over);
      else say(left, t("invite.kept", { time: timeLeft(facts.until) }));
    });
  }

  /** What was taken back, or answered elsewhere, is asked no more. @param {number} id of the notice */
  drop(id) {
    this.querySelector(`[data-notice="${id}"]`)?.dispatchEvent(new Event("over"));
  }

  /** Whoever sits there has answered. @param {number[]} tables @param {readonly NoticeTold[]} notices */
  seated(tables, notices) {
    for (const { id, kind, facts } of notices) if (kind === "invitation" && tables.includes(facts.table)) this.drop(id);
  }
}
customElements.define("invite-cards", InviteCards);
