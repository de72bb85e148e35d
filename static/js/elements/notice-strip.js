/* <notice-strip>: a dark strip under the bar. The state of the link stays for as long as it lasts, other news pass.
   <notice-strip>: a dark strip under the bar. The state of the link stays for as long as it lasts, other news pass. */
import { art, button, h, put } from "../dom.js";

const PASS_MS = 5000;

/** @typedef {{text: string, icon?: string, press?: {label: string, go: () => void} | null}} Notice */

export class NoticeStrip extends HTMLElement {
  constructor() {
    super();
    /** @type {Notice | null} */
    this.lasting = null;
    /** @type {Notice | null} */
    this.passing = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  connectedCallback() {
    this.className = "notice";
    this.draw();
  }

  /** News that pass. @param {string} text @param {Notice["press"]} [press] */
  pass(text, press) {
    clearTimeout(this.timer);
    this.passing = { text, press };
    this.timer = setTimeout(() => {
      this.passing = null;
      this.draw();
    }, PASS_MS);
    this.draw();
  }

  /** What lasts until it is taken off with null. @param {Notice | null} notice */
  last(notice) {
    this.lasting = notice;
    this.draw();
  }

  draw() {
    const now = this.lasting ?? this.passing;
    this.hidden = !now;
    if (!now) return;
    const { press } = now;
    put(
      this,
      now.icon ? art(now.icon) : null,
      h("span", { text: now.text }),
      press ? button(press.label, press.go, { cls: "small" }) : null,
    );
  }
}
customElements.define("notice-strip", NoticeStrip);
