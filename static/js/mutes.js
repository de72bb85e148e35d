/* Whom this reader does not want to read, on this device: from now on, also after a reload. A block does more. */
import { choose, setting } from "./settings.js";

/** At most so many are remembered, the newest. */
const MOST = 500;

/** @returns {number[]} */
export const muted = () => setting("muted").split(" ").filter(Boolean).map(Number);

/** @param {number} player */
export const isMuted = (player) => muted().includes(player);

/** @param {number} player @param {boolean} on */
export function mute(player, on) {
  const others = muted().filter((one) => one !== player);
  choose("muted", (on ? [...others, player] : others).slice(-MOST).join(" "));
}
