/* The button of presents: how many wait to be opened, and the window behind it. Fetched when the page is there. */
import { presents } from "./api-presents.js";
import { link, once, store } from "./app.js";
import { art, h, mark, say } from "./dom.js";
import { learn, number, t } from "./i18n.js";

/** @import {Frame} from "../wire.d.ts" */

/** @type {Set<GiftButton>} */
const hung = new Set();
let waiting = 0;
/** Whose presents are counted. @type {number | null} */
let whose = null;

class GiftButton {
  /** @param {boolean} always also where nothing waits */
  constructor(always) {
    this.always = always;
    this.count = h("b", { class: "num" });
    this.node = h("button", { type: "button", class: "btn plain square badge gifts", "aria-haspopup": "dialog",
      on: { click: () => once("presents", openPresents) } }, art("gift"), this.count);
    hung.add(this);
  }

  draw() {
    const label = waiting ? t("gifts.waiting", { n: waiting }) : t("gifts.none");
    mark(this.node, "aria-label", label);
    mark(this.node, "title", label);
    this.node.hidden = whose === null || !(waiting || this.always);
    this.count.hidden = !waiting;
    say(this.count, waiting > 99 ? "99+" : number(waiting));
  }
}

export async function openPresents() {
  const { open } = await import("./pages/presents.js");
  await open();
}

const draw = () => hung.forEach((button) => button.draw());

async function look() {
  whose = store.me?.id ?? null;
  waiting = 0;
  draw();
  if (whose === null) return;
  const asked = whose, found = await presents.list().catch(() => null);
  if (found && asked === whose) waiting = found.waiting;
  draw();
}

/** @param {Frame} frame */
function hear(frame) {
  if (frame.type === "hello" && whose !== null) look();
  if (frame.type !== "presents") return;
  waiting = frame.waiting;
  draw();
}

/** Begins to count, once. @type {Promise<void> | null} */
let begun = null;
const begin = () => (begun ??= learn("shop").then(() => {
  link.addEventListener("frame", (event) => hear(/** @type {CustomEvent<Frame>} */ (event).detail));
  store.addEventListener("me", () => { if ((store.me?.id ?? null) !== whose) look(); else draw(); });
  return look();
}, (why) => {
  begun = null;
  throw why;
}));

/** Hangs the button where it always is. @param {Element} place */
export async function hang(place) {
  await begin();
  const button = new GiftButton(true);
  place.prepend(button.node);
  button.draw();
}

/** Hangs it above a table, where it shows when something waits. @param {Element} bar @returns {() => void} takes it off */
export function hangAt(bar) {
  const button = new GiftButton(false);
  button.node.hidden = true;
  bar.querySelector(".fill")?.after(button.node);
  begin().then(() => button.draw(), () => {});
  return () => {
    hung.delete(button);
    button.node.remove();
  };
}
