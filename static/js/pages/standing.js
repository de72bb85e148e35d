/* /standing: leaderboards. */
import { standing } from "../api-standing.js";
import { explain, games, once, store } from "../app.js";
import { make } from "../dom.js";
import { t } from "../i18n.js";
import { speakUp } from "../live.js";
import { StandingPage } from "../elements/standing-page.js";
import { gameName } from "../words.js";

/** @import {StandingData} from "../elements/standing-page.js" */

/** @param {HTMLElement} root */
export async function open(root) {
  const page = make(StandingPage);
  /** @type {StandingData} */
  const data = { period: "week", game: "", state: "loading", rows: [], own: null, more: false, me: store.me?.id ?? null };
  let next = 1;
  const draw = () => page.show(Object.assign(data, { me: store.me?.id ?? null }));
  /** The next page of what is chosen; what was chosen meanwhile comes instead. */
  const load = async () => {
    const { period, game } = data, wanted = () => period === data.period && game === data.game;
    const answer = await standing.best(period, game, next).catch((why) => {
      if (wanted()) Object.assign(data, { state: "failed" });
      if (next > 1) throw why;
    });
    if (answer && wanted()) {
      const rows = next > 1 ? [...data.rows, ...answer.rows] : answer.rows;
      Object.assign(data, { state: "here", rows, own: answer.own, more: answer.next !== null });
      next = answer.next ?? next;
    }
    draw();
  };
  const anew = async () => {
    next = 1;
    data.state = "loading";
    draw();
    await load();
  };
  /** @param {Event} event */
  const choose = async (event) => {
    Object.assign(data, /** @type {CustomEvent} */ (event).detail);
    await anew();
    const game = data.game ? gameName(data.game) : t("standing.every_game");
    speakUp(t("standing.shown", { period: t(`standing.${data.period}`), game, n: data.rows.length }));
  };
  page.addEventListener("choose", (event) => choose(event).catch(explain));
  page.addEventListener("more", () => once("more", load));
  page.addEventListener("again", () => once("again", anew));
  store.addEventListener("me", draw);
  root.append(page);
  draw();
  games().then(draw, () => {});
  await load();
  return {
    close() {
      store.removeEventListener("me", draw);
      page.remove();
    },
  };
}
