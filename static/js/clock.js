/* One ticker for all that counts down. It stands still while nothing does, and steps by the second for whoever wants
   stillness. */
import { still } from "./settings.js";

/** @type {Set<() => void>} */
const hands = new Set();
/** @type {ReturnType<typeof setInterval> | undefined} */
let running;

/** Calls `step` now and then until the answer is called. @param {() => void} step */
export function tick(step) {
  hands.add(step);
  step();
  running ??= setInterval(
    () => {
      for (const hand of [...hands]) hand();
    },
    still() ? 1000 : 250,
  );
  return () => {
    hands.delete(step);
    if (hands.size === 0) {
      clearInterval(running);
      running = undefined;
    }
  };
}

/** Whole seconds left, never below 0. @param {number} until @param {number} now */
export const seconds = (until, now) => Math.max(0, Math.ceil((until - now) / 1000));

/** Part of a span that is left, 1 to 0. @param {number} from @param {number} until @param {number} now */
export const share = (from, until, now) =>
  until <= from ? 0 : Math.min(1, Math.max(0, (until - now) / (until - from)));

/**
 * What a table's clock says: the turn runs first, then the spare time.
 * @param {{starts: number, deadline: number, bank_deadline?: number | null}} clock @param {number} now
 */
export function reading(clock, now) {
  const bank = clock.bank_deadline ?? clock.deadline;
  const spare = now >= clock.deadline && bank > clock.deadline;
  return spare
    ? { spare, left: share(clock.deadline, bank, now), seconds: seconds(bank, now) }
    : { spare, left: share(clock.starts, clock.deadline, now), seconds: seconds(clock.deadline, now) };
}
