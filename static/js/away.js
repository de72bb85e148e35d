/* Friends see whether a page of mine is in view: what hasn't been for a while is away. */
import { link } from "./app.js";

/** So long out of view, and the page says so (ms). */
const AWAY_MS = 300_000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let away = false;

/** @param {boolean} on */
function say(on) {
  away = on;
  if (link.state === "open") link.post("away", { on }, false).catch(() => {});
}

function looked() {
  clearTimeout(timer);
  if (document.hidden) timer = setTimeout(() => say(true), AWAY_MS);
  else if (away) say(false);
}

/** Tells the house from now on; a link that comes back is told again. */
export function keepPresent() {
  document.addEventListener("visibilitychange", looked);
  link.addEventListener("frame", (event) => {
    if (/** @type {CustomEvent} */ (event).detail.type === "hello" && away) queueMicrotask(() => say(true));
  });
  looked();
}
