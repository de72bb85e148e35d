/* <notice-settings>: of which kinds of news I want to be told, and how this device tells me. The kinds belong to the account,
   sound, vibration and desktop to the device. */
import { news } from "../api-invite.js";
import { explain, store, tell } from "../app.js";
import { askForNotes } from "../attention.js";
import { h, put, redraw } from "../dom.js";
import { learn, t } from "../i18n.js";
import { CHOICES } from "../notice-kinds.js";
import { choose, setting } from "../settings.js";

export class NoticeSettings extends HTMLElement {
  constructor() {
    super();
    /** @type {string[] | null} */
    this.quiet = null;
    /** @type {number | null} */
    this.whose = null;
  }

  async connectedCallback() {
    const me = store.me?.id ?? null;
    await learn("people");
    this.draw();
    if (me === null || me === this.whose) return;
    this.whose = me;
    this.quiet = await news.list().then(({ quiet }) => quiet, () => null);
    this.draw();
  }

  draw() {
    this.className = "panel stack";
    redraw(this, () => put(this, h("h2", { text: t("told.title") }), h("p", { class: "soft tiny", text: t("told.text") }),
      this.tick("told.turn", setting("turn"), (on) => choose("turn", on)),
      ...(this.quiet === null ? [] : CHOICES.map((kind) => this.kind(kind))),
      h("p", { class: "soft tiny", text: t("told.device") }),
      this.tick("told.vibrate", setting("vibrate"), (on) => choose("vibrate", on)),
      this.tick("told.desktop", setting("desktop") && globalThis.Notification?.permission === "granted",
        (on) => this.desktop(on))));
  }

  /** @param {string} kind */
  kind(kind) {
    return this.tick(`told.${kind}`, !this.quiet?.includes(kind), (on) => {
      this.quiet = on ? (this.quiet ?? []).filter((other) => other !== kind) : [...(this.quiet ?? []), kind];
      news.quiet(this.quiet).catch(explain);
    });
  }

  /** The browser asks its reader, and only because of this press. @param {boolean} on */
  async desktop(on) {
    const may = on && (await askForNotes());
    choose("desktop", may);
    if (on && !may) tell(t("told.desktop_refused"));
    this.draw();
  }

  /** @param {string} text @param {boolean} on @param {(on: boolean) => unknown} changed */
  tick(text, on, changed) {
    const box = h("input", { type: "checkbox", checked: on });
    box.addEventListener("change", () => changed(box.checked));
    return h("label", { class: "tick" }, box, h("span", { text: t(text) }));
  }
}
customElements.define("notice-settings", NoticeSettings);
