/* <house-panels>: what the house has for me: a coffee, help, an account. Out: "bonus", "relief", "register". */
import { ask, button, h, put, redraw } from "../dom.js";
import { moment, spoken, t } from "../i18n.js";

/** @import {Me} from "../../http.d.ts" */

export class HousePanels extends HTMLElement {
  connectedCallback() {
    this.className = "stack";
    this.setAttribute("role", "complementary");
  }

  /** @param {Me | null} me */
  show(me) {
    const looks = JSON.stringify([me?.bonus, me?.relief, me?.guest, me?.grant_due, spoken()]);
    if (this.dataset.drawn === looks) return;
    this.dataset.drawn = looks;
    redraw(this, () => this.draw(me));
  }

  /** @param {Me | null} me */
  draw(me) {
    if (!me) {
      put(this, panel(t("first.title"), t("first.text")));
      return;
    }
    const { bonus, relief } = me;
    put(
      this,
      panel(t("bonus.title"), bonusText(bonus),
        bonus.available ? button(t("bonus.take", { n: bonus.amount }), () => ask(this, "bonus")) : null),
      relief.available ? panel(t("relief.title"), t("relief.text", { n: relief.amount }),
        button(t("relief.take", { n: relief.amount }), () => ask(this, "relief"))) : null,
      me.guest ? panel(t("guest.title"), t("guest.text", { n: me.grant_due }),
        button(t("guest.keep"), () => ask(this, "register"))) : null,
    );
  }
}
customElements.define("house-panels", HousePanels);

/**
 * @param {string} title
 * @param {string} text
 * @param {HTMLElement | null} [press]
 */
const panel = (title, text, press) =>
  h("section", { class: "panel stack" }, h("h2", { text: title }), h("p", { class: "soft", text }), press);

/** @param {Me["bonus"]} bonus */
function bonusText(bonus) {
  if (bonus.available) return t("bonus.ready", { n: bonus.amount });
  if (!bonus.next_at) return t("bonus.taken");
  return t("bonus.next", { when: moment(bonus.next_at, { weekday: "long", hour: "numeric", minute: "2-digit" }) });
}
