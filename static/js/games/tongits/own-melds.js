/* <own-melds>: what I have laid down, and how I stand: my count, open or not, hands won. */
import { h, mark, say } from "../../dom.js";
import { t } from "../../i18n.js";
import { amActive } from "../../table-state.js";
import { gameOf, severalHands } from "./state.js";
import { showMelds } from "./table-meld.js";

/** @import {View} from "../../../wire.d.ts" */
/** @import {TableState} from "../../table-state.js" */

/** "You count 12, not open, 2 of 5 hands won". @param {View} view */
export function tally(view) {
  const game = gameOf(view), you = view.you ?? -1;
  if (!game || !game.hand || view.phase !== "playing") return "";
  const all = Number(view.table.options.hands_to_win ?? 5);
  const won = severalHands(view) ? t("tongits.won_of", { n: game.totals[you] ?? 0, all }) : "";
  const open = t(game.open.includes(you) ? "tongits.open" : "tongits.not_open");
  return [t("tongits.count", { n: game.count ?? 0 }), open, won].filter(Boolean).join(" · ");
}

export class OwnMelds extends HTMLElement {
  constructor() {
    super();
    this.tally = h("p", { class: "tally" });
    this.melds = h("div", { class: "melds", role: "group" });
  }

  connectedCallback() {
    if (!this.firstChild) this.append(this.tally, this.melds);
  }

  /** @param {TableState} state @param {readonly string[]} chosen */
  show({ view }, chosen) {
    const text = amActive(view) ? tally(view) : "";
    say(this.tally, text);
    this.tally.hidden = !text;
    const n = view.you === null ? 0 : showMelds(this.melds, view, view.you, chosen);
    mark(this.melds, "aria-label", n ? t("tongits.laid_down.you") : null);
    mark(this, "data-melds", n || null);
  }
}
customElements.define("own-melds", OwnMelds);
