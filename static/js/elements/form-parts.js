/* Parts of forms: a choice, a tick, a whole number, a value in words. */
import { capital } from "../card-words.js";
import { h } from "../dom.js";
import { optionLabel, optionText } from "../words.js";

/**
 * @param {string} label
 * @param {string[][]} values pairs of value and text
 * @param {string} value
 * @param {(value: string) => void} changed
 */
export function choice(label, values, value, changed) {
  const box = h(
    "select",
    { on: { change: () => changed(box.value) } },
    ...values.map(([key, text]) => h("option", { value: key, text, selected: key === value })),
  );
  return h("label", { text: label }, box);
}

/** @param {string} label @param {boolean} on @param {(on: boolean) => void} changed */
export function tick(label, on, changed) {
  const box = h("input", { type: "checkbox", checked: on, on: { change: () => changed(box.checked) } });
  return h("label", { class: "tick" }, box, h("span", { text: label }));
}

/**
 * @param {string} label
 * @param {{min: number, max: number, value: number, hint: string}} what
 * @param {(to: number | null) => void} changed null: what stands there is no such number
 */
export function whole(label, { min, max, value, hint }, changed) {
  const box = h("input", { type: "number", min, max, step: 1, inputmode: "numeric", value });
  box.addEventListener("input", () => {
    changed(box.validity.valid && Number.isSafeInteger(box.valueAsNumber) ? box.valueAsNumber : null);
  });
  return h("label", { text: label }, box, hint ? h("small", { text: hint }) : null);
}

/**
 * A value by itself; its label stands above it.
 * @param {string} game
 * @param {string} name
 * @param {string | number} value
 */
export function valueText(game, name, value) {
  const text = optionText(game, name, value), before = `${capital(optionLabel(game, name))}: `;
  return capital(text).startsWith(before) ? text.slice(before.length) : text;
}
