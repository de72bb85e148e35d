/* Keys at the table: arrows and Enter belong to the hand; D draw, take or keep; L last one; S sort; 1-4 colour. */

/** @import {TablePage} from "../elements/table-page.js" */

/** @param {TablePage} page @returns {() => void} */
export function keys(page) {
  const press = (/** @type {string} */ key) => /** @type {HTMLElement | null} */ (page.own.acts.querySelector(`[data-key="${key}"]`))?.click();
  const heard = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || typing(event.target) || !page.room.isConnected) return;
    const key = event.key.toLowerCase();
    if (/^[1-9]$/.test(key)) page.pickColor(Number(key));
    else if (key === "d") press(page.own.acts.querySelector('[data-key="keep"]') ? "keep" : "draw");
    else if (key === "l") press("last");
    else if (key === "s") page.own.sorted.click();
    else if (key === "escape" && page.window) page.closeWindow();
    else if (key.startsWith("arrow") && !page.window && (document.activeElement === document.body || document.activeElement === null)) {
      /** @type {HTMLElement | null} */ (page.own.hand.list.querySelector('[tabindex="0"]'))?.focus();
    }
  };
  addEventListener("keydown", heard);
  return () => removeEventListener("keydown", heard);
}

/** @param {EventTarget | null} target */
const typing = (target) => target instanceof HTMLElement && (target.isContentEditable || ["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName));
