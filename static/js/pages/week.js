/* What the lobby shows of this week's standing, once everything else is there. */
import { standing } from "../api-standing.js";
import { store } from "../app.js";
import { make } from "../dom.js";
import { WeekPanel } from "../elements/week-panel.js";

/**
 * Puts the panel into the lobby; without an answer there is none.
 * @param {Element} beside
 */
export async function showWeek(beside) {
  const best = await standing.best("week").catch(() => null);
  if (!best || !beside.isConnected) return;
  const panel = make(WeekPanel);
  panel.show(best, store.me?.id ?? null);
  beside.append(panel);
}
