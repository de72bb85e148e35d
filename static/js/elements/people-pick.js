/* <people-pick>: friends and people one has played with, to be ticked. `chosen` holds the ids. */
import { face, h, put } from "../dom.js";
import { t } from "../i18n.js";

/** @import {Person} from "../../http.d.ts" */

export class PeoplePick extends HTMLElement {
  constructor() {
    super();
    /** @type {Set<number>} */
    this.chosen = new Set();
  }

  /** @param {readonly Person[]} people @param {readonly number[]} [asked] who has been asked already */
  show(people, asked = []) {
    this.className = "people-pick";
    put(this, people.length ? null : h("p", { class: "soft tiny", text: t("invite.nobody") }),
      ...people.map((person) => this.line(person, asked.includes(person.id))));
  }

  /** @param {Person} person @param {boolean} asked */
  line({ id, name, avatar }, asked) {
    const box = h("input", { type: "checkbox", checked: asked || this.chosen.has(id), disabled: asked });
    box.addEventListener("change", () => { if (box.checked) this.chosen.add(id); else this.chosen.delete(id); });
    return h("label", { class: "tick person" }, box, face(avatar), h("span", { text: name }));
  }
}
customElements.define("people-pick", PeoplePick);
