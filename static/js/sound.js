/* Small wooden sounds, made on the spot: no file is fetched. Silent until the first touch, and for good by one tap. */
import { setting } from "./settings.js";

/** @import {Event} from "../wire.d.ts" */
/** @import {GameModule} from "./games/index.js" */

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let grain = null;

/** The context, once the browser allows it. */
function ready() {
  if (!setting("sound") || navigator.userActivation?.hasBeenActive === false) return null;
  try {
    context ??= new AudioContext();
  } catch {
    return null;
  }
  if (context.state === "suspended") context.resume().catch(() => {});
  return context.state === "running" ? context : null;
}

/**
 * Paper and linen: filtered noise that dies away.
 * @param {number} after s
 * @param {number} length s
 * @param {number} pitch Hz
 * @param {number} level
 */
function rustle(after, length, pitch, level) {
  const at = ready();
  if (!at) return;
  if (!grain) {
    grain = at.createBuffer(1, at.sampleRate, at.sampleRate);
    const data = grain.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  }
  const source = at.createBufferSource(),
    filter = at.createBiquadFilter(),
    gain = at.createGain();
  const start = at.currentTime + after;
  source.buffer = grain;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 0.8;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(level, start + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(filter).connect(gain).connect(at.destination);
  source.start(start, Math.random() * 0.5, length + 0.05);
}

/**
 * Wood and glass: a note that dies away.
 * @param {number} after s
 * @param {number} length s
 * @param {number} pitch Hz
 * @param {number} level
 * @param {OscillatorType} [kind]
 */
function note(after, length, pitch, level, kind = "sine") {
  const at = ready();
  if (!at) return;
  const tone = at.createOscillator(),
    gain = at.createGain(),
    start = at.currentTime + after;
  tone.type = kind;
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(level, start + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(gain).connect(at.destination);
  tone.start(start);
  tone.stop(start + length + 0.05);
}

/** @param {number} after */
const knock = (after) => {
  note(after, 0.09, 190, 0.3, "triangle");
  rustle(after, 0.04, 900, 0.12);
};

export const sounds = {
  riffle: () => {
    for (let i = 0; i < 9; i++) rustle(i * 0.035, 0.05, 2600 + i * 90, 0.09);
  },
  card: () => rustle(0, 0.09, 1500, 0.22),
  /** One slide a card. @param {number} n */
  slide: (n) => {
    for (let i = 0; i < Math.min(n, 6); i++) rustle(i * 0.12, 0.12, 2200, 0.1);
  },
  turn: () => {
    note(0, 0.5, 880, 0.12);
    note(0.12, 0.7, 1318, 0.1);
  },
  clack: () => note(0, 0.08, 320, 0.25, "triangle"),
  tear: () => {
    for (let i = 0; i < 5; i++) rustle(i * 0.022, 0.04, 3400 - i * 250, 0.12);
  },
  knock: () => knock(0),
  knocks: () => {
    knock(0);
    knock(0.16);
  },
  glasses: () => {
    note(0, 0.9, 1568, 0.09);
    note(0.05, 1.1, 2093, 0.07);
    note(0.3, 0.9, 1760, 0.05);
  },
  tick: () => note(0, 0.04, 1100, 0.06, "triangle"),
  news: () => {
    note(0, 0.4, 1175, 0.07);
    note(0.09, 0.6, 1568, 0.06);
  },
  call: () => {
    note(0, 0.5, 659, 0.14);
    note(0.18, 0.5, 880, 0.14);
    note(0.36, 0.8, 1318, 0.12);
  },
};

/** Wakes the sound up: browsers allow it from a touch or a key only. */
export function wakeSound() {
  ready();
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, ready, { passive: true });
}

/**
 * The sounds of what happened.
 * @param {Event[]} events
 * @param {GameModule} module
 */
export function soundsOf(events, module) {
  for (const event of events) {
    switch (event.type) {
      case "dealt":
        sounds.riffle();
        break;
      case "played":
        sounds.card();
        break;
      case "drew":
        sounds.slide(event.count ?? 1);
        break;
      case "reversed":
        sounds.clack();
        break;
      case "penalty":
        if (event.sum) sounds.tear();
        break;
      case "announced":
        sounds.knock();
        break;
      case "denounced":
        sounds.knocks();
        break;
      case "reshuffled":
        sounds.riffle();
        break;
      case "round_ended":
      case "match_ended":
        sounds.glasses();
        break;
      default: {
        const own = module.sounds[event.type];
        if (own) sounds[own](1);
      }
    }
  }
}
