/* All that counts down at a table: the ring of whoever acts, fuses, dials, and my own seconds. */
import { reading, seconds, share, tick } from "../clock.js";
import { mark, say } from "../dom.js";
import { waits } from "../trouble.js";
import { number } from "../i18n.js";
import { sounds } from "../sound.js";
import { isMine } from "../table-state.js";

/** @import {TablePage} from "../elements/table-page.js" */

/** From here on the seconds are told, and from there on they tick. */
const TELL_S = 10,
  TICK_S = 5;

/** @param {TablePage} page @param {() => number} now the server's time, ms @returns {() => void} */
export function clocks(page, now) {
  let ticked = "", halted = 0;
  const step = () => {
    halted = waits() ? halted || now() : 0;                // what is not known to run stands still
    const view = page.state?.view, at = halted || now();
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-until]"))) {
      node.style.setProperty(
        "--left",
        String(share(Number(node.dataset.from), Number(node.dataset.until), at)),
      );
    }
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-seconds]")))
      say(node, number(seconds(Number(node.dataset.seconds), at)));
    const clock = view?.clock;
    if (!view || !clock) {
      page.own.countdown(null, false);
      return;
    }
    const { left, seconds: rest, spare } = reading(clock, at);
    for (const ring of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll(".ring"))) {
      ring.style.setProperty("--left", String(left));
      mark(ring, "data-spare", spare);
      mark(ring, "data-soon", rest <= TICK_S);
    }
    const mine = isMine(view) && !view.held && at >= clock.starts;
    page.own.countdown(mine && (spare || rest <= TELL_S) ? rest : null, spare);
    const beat = `${clock.deadline} ${rest}`;
    if (mine && !halted && rest <= TICK_S && rest > 0 && beat !== ticked) sounds.tick();
    ticked = beat;
  };
  const stop = tick(step);
  page.addEventListener("drawn", step);
  return () => {
    stop();
    page.removeEventListener("drawn", step);
  };
}
