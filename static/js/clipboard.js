/* Copying, also where the browser keeps its clipboard shut. */
import { tell } from "./app.js";
import { t } from "./i18n.js";

/**
 * @param {string} text
 * @param {Element | null} shown where the text stands, to be marked where it can't be copied (plain http)
 */
export async function copy(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
    tell(t("waiting.copied"));
  } catch {
    if (shown) getSelection()?.selectAllChildren(shown);
    tell(t("waiting.copy_by_hand"));
  }
}
