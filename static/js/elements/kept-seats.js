/* <kept-seats>: whom the host has invited, and what became of it. Out: "invite-people", "withdraw" {id}. */
import { store } from "../app.js";
import { ask, button, face, h, keyed, put, say } from "../dom.js";
import { t } from "../i18n.js";
import { timeLeft } from "./invite-cards.js";

/** @import {InvitationTold} from "../../wire.d.ts" */

/** What an invitation is by now: time ends it without a word of the server. @param {InvitationTold} invitation */
export const stateOf = ({ state, until }) => (state === "pending" && until <= store.now() ? "expired" : state);

export class KeptSeats extends HTMLElement {
  constructor() {
    super();
    this.list = h("ul", { class: "kept" });
  }

  connectedCallback() {
    if (this.firstChild) return;
    this.className = "stack";
    this.append(button(t("invite.choose"), () => ask(this, "invite-people"), { icon: "people" }), this.list);
  }

  /** @param {readonly InvitationTold[]} invitations */
  show(invitations) {
    this.list.hidden = !invitations.length;
    keyed(this.list, invitations, ({ id }) => String(id), () => h("li", { class: "person" }), (node, invitation) => {
      const state = stateOf(invitation);
      if (node.dataset.state !== state) {
        node.dataset.state = state;
        const { id, player } = invitation;
        const what = t("invite.withdraw"), spoken = t("act.with", { what, name: player.name });
        const undo = button(what, () => ask(this, "withdraw", { id }), { cls: "small", "aria-label": spoken });
        put(node, face(player.avatar), h("span", {}, h("b", { text: player.name }), h("small", { class: "num" })),
          state === "pending" ? undo : null);
      }
      const words = state === "pending" ? t("invite.waiting", { time: timeLeft(invitation.until) }) : t(`invite.state.${state}`);
      const line = node.querySelector("small");
      if (line) say(line, words);
    });
  }
}
customElements.define("kept-seats", KeptSeats);
