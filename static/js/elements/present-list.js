/* <present-list>: what waits for me, what I was given lately, what I sent that waits.
   Out: "answer" {present, word}, "thank" {person}. */
import { art, ask, button, h, put } from "../dom.js";
import { t } from "../i18n.js";
import { thingArt, thingName } from "../thing-art.js";

/** @import {Present, Presents} from "../../http.d.ts" */

const DAY_MS = 86_400_000;

export class PresentList extends HTMLElement {
  constructor() {
    super();
    this.list = h("ul");
  }

  connectedCallback() {
    if (!this.firstChild) this.append(h("i", { class: "wait row-high late", "aria-hidden": "true" }));
  }

  /** @param {Presents} data @param {Map<string, string>} slots @param {number} now */
  show({ received, sent }, slots, now) {
    const at = document.activeElement, key = this.contains(at) ? at?.closest("li")?.dataset.present : null;
    const order = [...received.filter(({ state }) => state === "sent"), ...sent,
      ...received.filter(({ state }) => state !== "sent")];
    const rows = order.map((present) => this.row(present, received.includes(present), slots, now));
    put(this.list, ...rows);
    const empty = h("div", { class: "empty" }, art("carnation", ""), h("h3", { text: t("presents.empty") }),
      h("p", { class: "soft", text: t("presents.empty_text") }));
    put(this, rows.length ? this.list : empty);
    if (key) /** @type {HTMLElement | null} */ (this.querySelector(`[data-present="${key}"] button, button`))?.focus();
  }

  /** @param {Present} present @param {boolean} mine was it given to me? @param {Map<string, string>} slots @param {number} now */
  row(present, mine, slots, now) {
    const { id, item, giver, receiver, note, state, until } = present, waits = state === "sent";
    const thing = thingName(item), days = Math.max(1, Math.ceil((until - now) / DAY_MS));
    const press = (/** @type {string} */ word, /** @type {string} */ text, main = false) =>
      button(t(text), () => ask(this, "answer", { present, word }), {
        main, cls: main || waits && mine ? "" : "plain", "aria-label": `${t(text)}: ${thing}` });
    const thank = button(t("presents.thank"), () => ask(this, "thank", { person: giver }), { cls: "plain" });
    const acts = !mine ? [press("withdraw", "presents.withdraw")]
      : waits ? [press("accept", "presents.accept", true), press("refuse", "presents.refuse")]
        : [press("return", "presents.give_back"), thank];
    const said = !mine ? t("presents.unopened", { thing, name: receiver.name })
      : t(waits ? "presents.from" : "presents.given", { thing, name: giver.name });
    return h("li", { class: "present", "data-present": id },
      h("span", { class: "show small" }, thingArt(item, slots.get(item) ?? "")),
      h("p", {}, h("span", { text: said }),
        note ? h("span", { class: "soft", text: ` ${t("presents.note", { note })}` }) : null,
        waits ? h("span", { class: "soft", text: ` ${t("presents.days", { n: days })}` }) : null),
      h("div", { class: "row" }, ...acts));
  }
}
customElements.define("present-list", PresentList);
