/* The live region: what screen readers say. */

/** What has been said lately, with the time it was said. @type {Map<string, number>} */
const lately = new Map();
/** A sentence that comes twice within this time is an echo. */
const ECHO_MS = 700;

/**
 * Keeps a node where it is seen and heard: a modal dialog makes everything outside it dumb.
 * @param {HTMLElement} node
 * @returns {() => void} puts it there now; it follows by itself when a dialog opens or closes
 */
export function aloft(node) {
  const move = () => {
    const place = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
    if (node.parentNode !== place) place.append(node);
  };
  document.addEventListener("toggle", ({ target }) => { if (target instanceof HTMLDialogElement) move(); }, true);
  document.addEventListener("close", () => setTimeout(move), true);   // by then it is out of the page
  return move;
}

/** The region, and what puts it where it is heard. @type {{region: HTMLElement, move: () => void} | null} */
let mouth = null;

/**
 * Speaks a sentence in the live region. The node is put in anew, so that a repetition is heard.
 * @param {string} text
 * @param {number} [now]
 */
export function speakUp(text, now = Date.now()) {
  if (!text || now - (lately.get(text) ?? -Infinity) < ECHO_MS) return;
  lately.set(text, now);
  if (lately.size > 50) lately.clear();
  const found = document.getElementById("live");
  if (!mouth && found) mouth = { region: found, move: aloft(found) };
  if (!mouth) return;
  const { region, move } = mouth;
  move();
  const line = document.createElement("p");
  line.textContent = text;
  region.append(line);
  while (region.childElementCount > 6) region.firstElementChild?.remove();
}
