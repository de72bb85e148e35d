/* A dialog that tells the moderators of somebody; the server adds what was said at the table. */
import { talking } from "../api-talk.js";
import { ensureMe, once, store, tell } from "../app.js";
import { button, h } from "../dom.js";
import { choice } from "../elements/form-parts.js";
import { learn, t } from "../i18n.js";
import { style } from "../router.js";

/** @import {Person} from "../../http.d.ts" */

/** What is told most first; the server knows these and no others. */
const REASONS = ["insults", "cheating", "stalling", "spam", "name", "other"];
const LONGEST_NOTE = 500;

/** @param {Person} person @param {{table?: number, seq?: number}} [place] */
export async function open({ id, name }, { table, seq } = {}) {
  await Promise.all([learn("talk"), style("form")]);
  let reason = REASONS[0] ?? "other";
  const note = h("textarea", { name: "note", rows: 3, maxlength: LONGEST_NOTE, dir: "auto" });
  const reasons = choice(t("report.reason"), REASONS.map((one) => [one, t(`report.reason.${one}`)]), reason, (one) => {
    reason = one;
    note.required = one === "other";
  });
  const title = t("report.title", { name });
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    once("report", async () => {
      await ensureMe();
      const at = table === undefined ? {} : { table, seq: Math.max(0, seq ?? store.table(table).seq) };
      await talking.report({ player: id, reason, note: note.value, ...at });
      dialog.close();
      tell(t("report.done"));
    });
  };
  const dialog = h("dialog", { class: "sheet small", "aria-label": title },
    h("form", { class: "stack", on: { submit: send } },
      h("div", { class: "row apart" }, h("h2", { text: title }), button(t("close"), () => dialog.close(), { cls: "small" })),
      h("p", { class: "soft tiny", text: t("report.text", { name }) }),
      h("div", { class: "formgrid" }, reasons),
      h("label", { class: "field" }, h("span", { text: t("report.note") }), note, h("small", { text: t("report.note_hint") })),
      h("button", { type: "submit", class: "btn main" }, h("span", { text: t("report.send") }))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
