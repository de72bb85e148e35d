/* <profile-page>: somebody as everybody may see them: who they are, what can be done with them, how they have played. */
import { face, h, put, redraw } from "../dom.js";
import { byGame, figures, level } from "./statistics.js";

/** @import {Profile} from "../../http.d.ts" */

export class ProfilePage extends HTMLElement {
  constructor() {
    super();
    this.main = h("main", { class: "page", id: "main" });
    /** What somebody wears beside the plate; filled by whoever knows of things. */
    this.things = h("div");
  }

  connectedCallback() {
    this.append(this.main);
  }

  /**
   * @param {Profile} known
   * @param {{since: string, bond: string, acts: HTMLElement | null}} words `acts`: null on one's own profile
   */
  show(known, { since, bond, acts }) {
    redraw(this.main, () => put(this.main,
      h("section", { class: "panel stack" },
        h("div", { class: "id-card" }, h("span", { class: "pic" }, face(known.avatar)),
          h("div", { class: "stack" }, h("h1", { text: known.name }),
            h("p", { class: "row soft" }, since, bond ? h("span", { class: "chip", text: bond }) : null), level(known))),
        acts),
      figures(known),
      h("div", { class: "two" }, byGame(known), this.things)));
  }
}
customElements.define("profile-page", ProfilePage);
