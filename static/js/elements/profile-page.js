/* <profile-page>: somebody as everybody may see them: who they are, what can be done with them. */
import { face, h, put } from "../dom.js";
import { moment, t } from "../i18n.js";
import { byGame, figures, level } from "./statistics.js";

/** @import {Profile} from "../../http.d.ts" */

export class ProfilePage extends HTMLElement {
  constructor() {
    super();
    this.main = h("main", { class: "page narrow", id: "main" });
  }

  connectedCallback() {
    this.append(this.main);
  }

  /** @param {Profile} known @param {HTMLElement | null} acts null on one's own profile */
  show(known, acts) {
    const { name, avatar, guest, since, blocked } = known;
    const when = moment(since, { month: "long", year: "numeric" });
    put(this.main, h("section", { class: "panel stack" },
      h("div", { class: "id-card" }, h("span", { class: "pic" }, face(avatar)),
        h("div", { class: "stack" }, h("h1", { text: name }),
          h("p", { class: "soft", text: t(guest ? "card.guest" : "card.since", { when }) }),
          blocked ? h("p", { class: "chip", text: t("card.blocked") }) : null,
          level(known))),
      acts), figures(known), byGame(known));
  }
}
customElements.define("profile-page", ProfilePage);
