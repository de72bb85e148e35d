/* <match-result>: who won the match, what it brought, and once more. Out: "again", "home". */
import { art, ask, button, h, put, redraw } from "../dom.js";
import { list, number, signed, t } from "../i18n.js";
import { nameAt } from "../words.js";
import { endedByLeaving, outcomeList } from "./outcome-list.js";
import { dealPromise, matchLine } from "./round-result.js";

/** @import {View} from "../../wire.d.ts" */
/** @import {TableState} from "../table-state.js" */

/** "Play again" is dead for this long, so that the last tap of the match does not land on it (ms). */
const GUARD_MS = 1000;

/** @param {View} view */
function title(view) {
  const winners = view.game?.result?.winners ?? [];
  if (winners.length === 0) return t("match.nobody_wins");
  if (winners.length > 1)
    return winners.includes(view.you ?? -1)
      ? t("match.you_share", { n: winners.length })
      : t("match.shared", { names: list(winners.map((seat) => nameAt(view, seat))) });
  return winners[0] === view.you ? t("match.you_win") : t("match.wins", { name: nameAt(view, winners[0]) });
}

/** How it ended: who went out, or who left. @param {TableState} state */
function ending({ view, module }) {
  if (!endedByLeaving(view)) return view.game?.outcome ? `${module.result.headline(view)}.` : "";
  const left = view.game?.left ?? [], names = left.map((seat) => (seat === view.you ? t("you") : nameAt(view, seat)));
  if (left.length === 1 && left[0] === view.you) return t("match.you_left");
  return t("match.they_left", { n: left.length, names: list(names) });
}

export class MatchResult extends HTMLElement {
  constructor() {
    super();
    this.since = 0;
    /** @type {string | null} */
    this.match = null;
    /** @type {TableState | null} */
    this.newest = null;
  }

  /** @param {TableState} state */
  show(state) {
    const { view, module } = state, elsewhere = state.elsewhere?.code ?? null;
    this.className = "result";
    if (this.match !== view.match) {
      this.match = view.match;
      this.since = Date.now();
      setTimeout(() => {
        if (this.newest && this.isConnected) this.show(this.newest);
      }, GUARD_MS);
    }
    this.newest = state;
    const live = Date.now() - this.since >= GUARD_MS;
    const looks = JSON.stringify([view.settled, view.again, view.game?.result, live, elsewhere]);
    if (this.dataset.drawn === looks) return;
    const kept = this.scrollTop;
    this.dataset.drawn = looks;
    redraw(this, () => put(
      this,
      h(
        "div",
        {},
        h("p", { class: "soft", text: matchLine(state) }),
        h("h1", { text: title(view), tabindex: "-1" }),
        ending(state) ? h("p", { class: "soft", text: ending(state) }) : null,
      ),
      this.pot(view, live),
      h("section", { class: "panel" }, outcomeList(state), module.result.more?.(view)),
      dealPromise(view),
    ));
    this.scrollTop = kept;
    ask(this, "drawn");
  }

  /** What the match was worth, and what comes now. @param {View} view @param {boolean} live */
  pot(view, live) {
    const { you, table, settled } = view,
      bet = table.bet;
    const seated = you !== null && !view.seats[you]?.left;
    const won = seated ? (settled?.payouts[you] ?? 0) : 0,
      points = seated ? (settled?.points[you] ?? 0) : 0;
    const winners = view.game?.result?.winners ?? [], mine = winners.includes(you ?? -1);
    const gain = won - bet, taken = Math.max(0, ...(settled?.payouts ?? []));
    const pot = view.pot || bet * view.seats.filter(Boolean).length;
    const lost = won > 0 ? "match.lost_part" : "match.lost", lines = [];
    if (bet === 0)
      lines.push(
        h("h2", { text: t("match.practice") }),
        h("p", { class: "soft", text: t("match.practice_text") }),
      );
    else if (winners.length === 0)
      lines.push(h("h2", { text: t("match.all_back") }));
    else if (mine && won > 0)
      lines.push(
        h("h2", { text: t(winners.length > 1 ? "match.pot_shared" : taken < pot ? "match.yours" : "match.pot_yours") }),
        h(
          "p",
          { class: "row" },
          h("span", { class: "coins" }, art("coin", ""), signed(won)),
          h("span", { class: "soft", text: t(gain ? "match.net" : "match.net_none", { net: gain, n: points }) }),
        ),
      );
    else
      lines.push(
        h("h2", {
          text: t(taken < pot ? "match.part_of_pot" : "match.pot", {
            names: list(winners.map((seat) => nameAt(view, seat))), pot: number(taken < pot ? taken - bet : pot),
          }),
        }),
        seated ? h("p", { class: "soft", text: t(lost, { bet: number(bet), lost: number(-gain) }) }) : null,
      );
    return h(
      "section",
      { class: "panel row apart pot" },
      h("div", {}, ...lines.filter((line) => line !== null)),
      this.next(view, live, seated),
    );
  }

  /** @param {View} view @param {boolean} live @param {boolean} seated */
  next(view, live, seated) {
    const home = button(t("match.home"), () => ask(this, "home"), { main: !seated || !view.again });
    if (!seated || !view.again) return h("div", { class: "row next" }, home);
    const pressed = view.again.pressed.includes(view.you ?? -1);
    const names = view.again.pressed.filter((seat) => seat !== view.you).map((seat) => nameAt(view, seat));
    return h(
      "div",
      { class: "stack next" },
      h(
        "div",
        { class: "row" },
        h(
          "span",
          {
            class: "dial small",
            "data-from": view.again.deadline - 20_000,
            "data-until": view.again.deadline,
          },
          h("b", { "data-seconds": view.again.deadline }),
        ),
        button(
          t(pressed ? "match.again_pressed" : "match.again"),
          () => {
            if (live && !pressed) ask(this, "again");
          },
          { main: !pressed, "aria-disabled": live && !pressed ? null : "true" },
        ),
        home,
      ),
      names.length
        ? h("p", {
            class: "soft tiny",
            text: t("match.others_again", { n: names.length, names: list(names) }),
          })
        : null,
    );
  }
}
customElements.define("match-result", MatchResult);
