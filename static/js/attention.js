/* Calls the reader back: a sound; where the page is not in view also a mark in the title, a buzz, a note on the desktop. */
import { lookFile } from "./dom.js";
import { go } from "./router.js";
import { setting } from "./settings.js";
import { sounds } from "./sound.js";
import { countNews } from "./tab.js";

/** @typedef {"turn" | "called" | "news" | "invitation"} Kind */

/** @type {Record<Kind, {sound: () => void, buzz: number[]}>} */
const CALLS = {
  turn: { sound: () => sounds.turn(), buzz: [120, 60, 120] },
  called: { sound: () => sounds.call(), buzz: [200, 80, 200] },
  invitation: { sound: () => sounds.call(), buzz: [120, 60, 120] },
  news: { sound: () => sounds.news(), buzz: [80] },
};

/**
 * Says that something waits for the reader. What is said in words elsewhere is not said here.
 * @param {Kind} kind @param {string} text for the desktop @param {string} [path] where it waits
 */
export function attend(kind, text, path = "") {
  if (kind === "turn" && !setting("turn")) return;
  CALLS[kind].sound();
  if (!document.hidden) return;
  if (kind !== "turn") countNews();                        // the title knows of my turn by itself
  if (setting("vibrate")) navigator.vibrate?.(CALLS[kind].buzz);
  note(kind, text, path);
}

/** A note on the desktop, where the reader has asked for them: one of a kind, gone when the page is looked at. */
function note(/** @type {Kind} */ kind, /** @type {string} */ text, /** @type {string} */ path) {
  if (!setting("desktop") || globalThis.Notification?.permission !== "granted") return;
  try {
    const icon = lookFile("favicon-turn.svg"), tag = `sobremesa-${kind}`;
    const told = new Notification("Sobremesa", { body: text, tag, icon });
    const seen = () => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", seen);
      told.close();
    };
    document.addEventListener("visibilitychange", seen);
    told.onclick = () => {
      focus();
      told.close();
      if (path) go(path);
    };
  } catch {
    /* phones show notes by other means only */
  }
}

/** May notes be shown? Asks the reader's browser, from a press only. @returns {Promise<boolean>} */
export async function askForNotes() {
  if (!globalThis.Notification) return false;
  return (await Notification.requestPermission()) === "granted";
}
