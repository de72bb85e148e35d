/* The live region: what screen readers say. */

/** What has been said lately, with the time it was said. @type {Map<string, number>} */
const lately = new Map();
/** A sentence that comes twice within this time is an echo. */
const ECHO_MS = 700;

/**
 * Speaks a sentence in the live region. The node is put in anew, so that a repetition is heard.
 * @param {string} text
 * @param {number} [now]
 */
export function speakUp(text, now = Date.now()) {
  if (!text || now - (lately.get(text) ?? -Infinity) < ECHO_MS) return;
  lately.set(text, now);
  if (lately.size > 50) lately.clear();
  const region = document.getElementById("live");
  if (!region) return;
  const line = document.createElement("p");
  line.textContent = text;
  region.append(line);
  while (region.childElementCount > 6) region.firstElementChild?.remove();
}
