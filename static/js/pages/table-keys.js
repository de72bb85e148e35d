/* Keys at the table: arrows and Enter belong to the hand, S sorts, figures pick in a window; letters are the game's. */

/** @import {TablePage} from "../elements/table-page.js" */

/**
 * @param {TablePage} page
 * @returns {() => void} takes the keys off
 */
export function keys(page) {
  const { own, windows } = page;
  const press = (/** @type {string} */ key) => {
    const named = `[data-key="${key}"]`;
    const offer = /** @type {HTMLElement | null} */ (windows.node?.querySelector(named) ?? own.acts.querySelector(named));
    offer?.click();
    return offer !== null;
  };
  const heard = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (typing(event.target) || !page.room.isConnected || document.querySelector("dialog")) return;
    const key = event.key.toLowerCase(), idle = document.activeElement === document.body;
    if (/^[1-9]$/.test(key)) windows.pick(Number(key));
    else if (key === "s") own.sorted.click();
    else if (key === "escape" && windows.node) page.shut();
    else if (key.startsWith("arrow") && idle && !windows.node) own.hand.focusCard();
    else for (const name of page.state?.module.keys[key] ?? []) if (press(name)) break;
  };
  addEventListener("keydown", heard);
  return () => removeEventListener("keydown", heard);
}

/** @param {EventTarget | null} target */
const typing = (target) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));
