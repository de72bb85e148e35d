/* <notice-strip>: a dark strip. The state of the link stays for as long as it lasts, what cost something until it is closed,
   other news pass. */
import { art, button, h, put } from "../dom.js";
import { t } from "../i18n.js";
import { aloft } from "../live.js";

const PASS_MS = 5000;

/** @typedef {{text: string, icon?: string, press?: {label: string, go: () => void} | null}} Notice */

export class NoticeStrip extends HTMLElement {
  constructor() {
    super();
    /** @type {Notice | null} */
    this.lasting = null;
    /** @type {Notice | null} */
    this.passing = null;
    /** @type {Notice | null} */
    this.kept = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** Puts it over whatever dialog is open. @type {(() => void) | undefined} */
    this.lift = undefined;
  }

  connectedCallback() {
    this.className = "notice";
    this.lift ??= aloft(this);
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

  /** What is not to be missed: it stays until it is closed. @param {string} text */
  keep(text) {
    const go = () => {
      this.kept = null;
      this.draw();
    };
    this.kept = { text, press: { label: t("close"), go } };
    this.draw();
  }

  /** What lasts until it is taken off with null. @param {Notice | null} notice */
  last(notice) {
    this.lasting = notice;
    this.draw();
  }

  draw() {
    const now = this.lasting ?? this.passing ?? this.kept;
    this.hidden = !now;
    if (!now) return;
    this.lift?.();
    const { press } = now;
    put(this, now.icon ? art(now.icon) : null, h("span", { text: now.text }),
      press ? button(press.label, press.go, { cls: "small" }) : null);
  }
}
customElements.define("notice-strip", NoticeStrip);
