/* Keys at the table: arrows and Enter belong to the hand; D draw, take or keep; L last one; S sort; 1-4 colour. */

/** @import {TablePage} from "../elements/table-page.js" */

/**
 * @param {TablePage} page
 * @returns {() => void} takes the keys off
 */
export function keys(page) {
  const { own, windows } = page;
  const offer = (/** @type {string} */ key) =>
    /** @type {HTMLElement | null} */ (own.acts.querySelector(`[data-key="${key}"]`));
  const heard = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (typing(event.target) || !page.room.isConnected) return;
    const key = event.key.toLowerCase(), idle = document.activeElement === document.body;
    if (/^[1-9]$/.test(key)) windows.pickColor(Number(key));
    else if (key === "d") (offer("keep") ?? offer("draw"))?.click();
    else if (key === "l") offer("last")?.click();
    else if (key === "s") own.sorted.click();
    else if (key === "escape" && windows.node) page.shut();
    else if (key.startsWith("arrow") && idle && !windows.node) own.hand.focusCard();
  };
  addEventListener("keydown", heard);
  return () => removeEventListener("keydown", heard);
}

/** @param {EventTarget | null} target */
const typing = (target) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));
