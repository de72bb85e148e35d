/* A small dialog with a few fields; the promise answers with what was typed, or null where it was closed. */
import { button, h, say } from "../dom.js";
import { t } from "../i18n.js";

/**
 * @typedef {{name: string, label: string, type?: string, autocomplete?: string, optional?: boolean}} Field
 */

/**
 * @param {string} title
 * @param {string} text
 * @param {Field[]} fields
 * @param {string} go
 * @returns {Promise<Record<string, string> | null>}
 */
export function askForm(title, text, fields, go) {
  return new Promise((done) => {
    const inputs = fields.map(({ name, type = "text", autocomplete = "off", optional }) =>
      h("input", { name, type, autocomplete, required: !optional }),
    );
    /** @type {Record<string, string> | null} */
    let answer = null;
    const dialog = h(
      "dialog",
      { class: "sheet small", "aria-label": title },
      h(
        "form",
        {
          class: "stack",
          on: {
            submit: (/** @type {Event} */ event) => {
              event.preventDefault();
              answer = Object.fromEntries(inputs.map((input) => [input.name, input.value]));
              dialog.close();
            },
          },
        },
        h(
          "div",
          { class: "row apart" },
          h("h2", { text: title }),
          button(t("close"), () => dialog.close(), { cls: "small" }),
        ),
        text ? h("p", { class: "soft", text }) : null,
        ...inputs.map((input, i) =>
          h("label", { class: "field" }, h("span", { text: fields[i]?.label ?? "" }), input),
        ),
        h("button", { type: "submit", class: "btn main" }, h("span", { text: go })),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * Shows lines that are seen once.
 * @param {string} title
 * @param {string} text
 * @param {string[]} lines
 */
export function showLines(title, text, lines) {
  const copied = button(t("safety.copy"), async () => say(copied, await copy(lines)), { icon: "share" });
  const dialog = h(
    "dialog",
    { class: "sheet small", "aria-label": title },
    h(
      "div",
      { class: "stack" },
      h(
        "div",
        { class: "row apart" },
        h("h2", { text: title }),
        button(t("close"), () => dialog.close(), { cls: "small" }),
      ),
      h("p", { class: "soft", text }),
      h("ul", { class: "codes" }, ...lines.map((line) => h("li", {}, h("code", { text: line })))),
      copied,
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {string[]} lines */
async function copy(lines) {
  try {
    await navigator.clipboard.writeText(lines.join("\n"));
    return t("safety.copied");
  } catch {
    // plain http has no clipboard: the codes stand there to be marked by hand
    const list = document.querySelector("dialog ul.codes");
    if (list) getSelection()?.selectAllChildren(list);
    return t("safety.copy_by_hand");
  }
}
