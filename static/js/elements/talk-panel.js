/* <talk-panel>: what was said at the table, and what I can say. Beside the table, or in a sheet over the board.
   Out: "say" {phrase | reaction | text}, "speaker" {person}, "account-dialog" {kind}. */
import { art, ask, button, h, keyed, mark, put } from "../dom.js";
import { has, t } from "../i18n.js";
import { mute, muted } from "../mutes.js";
import { PHRASES, REACTIONS } from "../phrases.js";
import { choose } from "../settings.js";

/** @import {Line} from "../../wire.d.ts" */

/** As the server has it. */
const LONGEST = 200;

/**
 * @typedef {object} TalkState
 * @property {Line[]} lines what this reader wants to read, the oldest first
 * @property {boolean} shown does the reader want to read anything?
 * @property {number} hushed how many of those who spoke here the reader has muted
 * @property {number | null} me
 * @property {boolean} seated
 * @property {boolean} guest
 */

/** A line in the reader's words. @param {Line} line */
export function words({ kind, body }) {
  const key = `${kind}.${body}`;
  return kind !== "text" && has(key) ? t(key) : body;
}

export class TalkPanel extends HTMLElement {
  constructor() {
    super();
    this.switch = button("", () => choose("talk", !this.shown), { cls: "plain small" });
    this.head = h("div", { class: "row apart" });
    this.list = h("ol", { class: "log said-here", tabindex: "0" });
    this.none = h("p", { class: "soft tiny" });
    this.hushed = h("p", { class: "soft tiny row", hidden: true });
    this.speaking = h("div", { class: "speaking" });
    this.shown = true;
    /** Shuts what the panel lies in. @type {HTMLElement | null} */
    this.shut = null;
  }

  connectedCallback() {
    if (this.firstChild) return;
    put(this.head, h("h2", { text: t("talk.title") }), this.switch, this.shut);
    mark(this.list, "aria-label", t("talk.lines"));
    this.append(this.head, h("div", { class: "lines" }, this.none, this.list), this.hushed, this.speaking);
  }

  /** @param {TalkState} state */
  show({ lines, shown, hushed, me, seated, guest }) {
    const follows = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
    this.shown = shown;
    put(this.switch, t(shown ? "talk.hide" : "talk.show"));
    this.none.hidden = shown && lines.length > 0;
    this.none.textContent = t(shown ? "talk.none" : "talk.hidden");
    this.list.hidden = !shown || lines.length === 0;
    keyed(this.list, lines, ({ id }) => String(id), (line) => this.line(line, line.from.id === me), () => {});
    if (follows) this.list.scrollTop = this.list.scrollHeight;
    this.hushed.hidden = !shown || hushed === 0;
    if (hushed) put(this.hushed, h("span", { text: t("talk.muted", { n: hushed }) }),
      button(t("talk.unmute_all"), () => muted().forEach((one) => mute(one, false)), { cls: "plain small" }));
    this.speaking.hidden = !shown;
    this.speak(!seated ? "none" : guest ? "phrases" : "all");
  }

  /** @param {Line} line @param {boolean} mine */
  line(line, mine) {
    const { from, kind, body } = line, name = mine ? t("talk.you") : from.name;
    return h("li", { class: mine ? "mine" : null },
      mine
        ? h("b", { text: name })
        : h("button", { type: "button", class: "speaker", "aria-label": t("talk.about", { name }), text: name,
            on: { click: () => ask(this, "speaker", { person: from }) } }),
      " ",
      kind === "reaction"
        ? h("span", {}, art(`re-${body}`, "re"), h("span", { class: "away", text: `${mine ? ": " : ""}${words(line)}` }))
        : h("bdi", { text: words(line) }));
  }

  /** Built anew only where something else may be said: what is being written stays. @param {"none" | "phrases" | "all"} what */
  speak(what) {
    if (this.speaking.dataset.drawn === what) return;
    this.speaking.dataset.drawn = what;
    if (what === "none") {
      put(this.speaking, h("p", { class: "soft tiny", text: t("talk.seated_only") }));
      return;
    }
    const reactions = REACTIONS.map((reaction) =>
      h("button", { type: "button", class: "btn plain", "aria-label": t(`reaction.${reaction}`), title: t(`reaction.${reaction}`),
        on: { click: () => ask(this, "say", { reaction }) } }, art(`re-${reaction}`, "re")));
    const phrases = PHRASES.map((phrase) => button(t(`phrase.${phrase}`), () => ask(this, "say", { phrase })));
    put(this.speaking,
      h("div", { class: "reactions", role: "group", "aria-label": t("talk.reactions") }, ...reactions),
      h("div", { class: "pick phrases", role: "group", "aria-label": t("talk.phrases") }, ...phrases),
      what === "all" ? this.writing() : h("p", { class: "soft tiny row" }, h("span", { text: t("talk.guest") }),
        button(t("talk.register"), () => ask(this, "account-dialog", { kind: "register" }), { cls: "plain small" })));
  }

  writing() {
    const box = h("input", { type: "text", maxlength: LONGEST, autocomplete: "off", enterkeyhint: "send", dir: "auto",
      "aria-label": t("talk.write"), placeholder: t("talk.write") });
    const sent = (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = box.value.trim();
      if (!text) return;
      const refused = () => { box.value ||= text; };          // what was not said is not lost
      box.value = "";
      ask(this, "say", { text, refused });
    };
    return h("form", { class: "writing", on: { submit: sent } }, box,
      h("button", { type: "submit", class: "btn" }, h("span", { text: t("talk.send") })));
  }
}
customElements.define("talk-panel", TalkPanel);
