/* What a reader has chosen on this device. */

const DEFAULTS = {
  theme: "system",
  language: "",
  one_tap: false,
  sound: true,
  turn: true,
  vibrate: true,
  desktop: false,
  sort: "colour",
  game: "toma2",
  level: "normal",
  talk: true,
  muted: "",
  told: "",
  known: false,
};
/** How well robots play, from weak to strong. */
export const LEVELS = ["easy", "normal", "strong"];
/** @typedef {typeof DEFAULTS} Settings */
const PLACE = "sobremesa";

/** @type {Settings} */
const chosen = { ...DEFAULTS };

/** Takes in what is kept, perhaps by another window. */
function recall() {
  try {
    for (const [name, value] of Object.entries(JSON.parse(localStorage.getItem(PLACE) ?? "{}"))) {
      if (name in DEFAULTS && typeof value === typeof DEFAULTS[/** @type {keyof Settings} */ (name)])
        Object.assign(chosen, { [name]: value });
    }
  } catch {
    /* storage is off or holds rubbish: the defaults serve */
  }
}
recall();

/** @type {Set<(name: keyof Settings) => void>} */
const heard = new Set();

/** @template {keyof Settings} K @param {K} name @returns {Settings[K]} */
export const setting = (name) => chosen[name];

/** @template {keyof Settings} K @param {K} name @param {Settings[K]} value */
export function choose(name, value) {
  recall();
  chosen[name] = value;
  try {
    localStorage.setItem(PLACE, JSON.stringify(chosen));
  } catch {
    /* a private window forgets: no harm */
  }
  for (const hear of heard) hear(name);
}

/**
 * Calls back on every choice; the answer takes the listener off.
 * @param {(name: keyof Settings) => void} hear
 */
export function onChoice(hear) {
  heard.add(hear);
  return () => heard.delete(hear);
}

/** Puts the theme on the page. */
export function applyTheme() {
  const theme = setting("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

/**
 * Is this a thing that has to be said once, and has not been said? Saying it is remembered.
 * @param {string} what
 */
export function untold(what) {
  const told = setting("told").split(" ");
  if (told.includes(what)) return false;
  choose("told", [...told, what].join(" ").trim());
  return true;
}

/** Does the reader want stillness? */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
