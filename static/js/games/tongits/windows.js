/* Windows of Tongits: a Draw to answer, whether to call one, and cards that can be used in more than one way. */
import { ask, button, h } from "../../dom.js";
import { askWindow } from "../../elements/ask-window.js";
import { playCard } from "../../elements/play-card.js";
import { list, number, t } from "../../i18n.js";
import { can } from "../../table-state.js";
import { capital, cardName, cardNames } from "../../card-words.js";
import { nameAt } from "../../words.js";
import { inRow, isFour, isMeld, meldName, meldTitle } from "./melds.js";
import { amLaying, byTable, gameOf, lays, severalHands, takes, unit } from "./state.js";

/** @import {Action, View} from "../../../wire.d.ts" */
/** @import {Asked} from "../index.js" */

/**
 * What is asked of me now. `asked` is "call", "take", or "lay 3h 4h 5h".
 * @param {View} view
 * @param {string | null} asked
 * @returns {Asked | null}
 */
export function windows(view, asked) {
  const game = gameOf(view);
  if (!game) return null;
  if (game.call && can(view, "fold")) return { key: "draw", focus: "window", build: () => answerWindow(view) };
  if (asked === "call" && can(view, "call_draw")) return { key: "call", focus: true, build: () => callWindow(view) };
  if (asked === "take" && takes(view).length) return { key: "take", focus: true, build: () => takeWindow(view) };
  if (asked?.startsWith("lay ") && amLaying(view)) {
    const cards = asked.slice(4).split(" ").filter((card) => game.hand?.includes(card));
    if (cards.length) return { key: asked, focus: true, build: () => layWindow(view, cards) };
  }
  return null;
}

/** What folding and what fighting costs at this table (14.4-14.9). @param {View} view @returns {string} */
export function prices(view) {
  const { bet, options } = view.table;
  if (severalHands(view)) return t("tongits.price.hand");
  if (!bet) return t("tongits.price.practice");
  const one = unit(view), [fold, ace, four, fight] = [number(one), number(one), number(2 * one), number(3 * one)];
  if (byTable(view)) return t("tongits.price.table", { fold, fight, ace, four });
  const back = Math.floor((bet * Number(options.fold_refund_pct ?? 50)) / 100);
  return t(back ? "tongits.price.pot" : "tongits.price.pot_all", { back: number(back), bet: number(bet) });
}

/** Fold or fight? The answer is given blind. @param {View} view */
function answerWindow(view) {
  const name = nameAt(view, gameOf(view)?.call?.caller), { clock } = view;
  const act = (/** @type {string} */ type) => () => ask(node, "wish", { act: can(view, type) });
  const node = askWindow(t("tongits.draw.title", { name }), { urgent: true },
    h("p", {}, t("tongits.draw.rule"), " ", h("b", { text: t("tongits.count", { n: gameOf(view)?.count ?? 0 }) }), "."),
    h("p", { text: prices(view) }),
    clock ? h("div", { class: "row fused" },
      h("div", {
        class: "fuse", role: "timer", "aria-label": t("tongits.draw.time"),
        "data-from": clock.starts, "data-until": clock.deadline,
      }, h("i")),
      h("b", { class: "num", "aria-hidden": "true", "data-seconds": clock.deadline })) : null,
    h("div", { class: "row" },
      button(t("tongits.act.fold"), act("fold"), { "data-key": "fold" }),
      button(t("tongits.act.fight"), act("challenge"), { main: true, "data-key": "fight" })),
    h("p", { class: "soft tiny", text: t("tongits.draw.secret") }));
  return node;
}

/** A call ends the play: it is asked once more. @param {View} view */
function callWindow(view) {
  const game = gameOf(view), rivals = (game?.open ?? []).filter((seat) => seat !== view.you && !game?.left.includes(seat));
  const names = list(rivals.map((seat) => nameAt(view, seat))), n = rivals.length;
  const node = askWindow(t("tongits.call.title"), {},
    h("p", {}, h("b", { text: t("tongits.count", { n: game?.count ?? 0 }) }), ". ",
      n ? t("tongits.call.rule", { n, names }) : t("tongits.call.alone")),
    rivals.length ? h("p", { class: "soft tiny", text: t("tongits.call.tie") }) : null,
    h("div", { class: "row" },
      button(t("tongits.call.not"), () => ask(node, "close"), {}),
      button(t("tongits.act.call"), () => ask(node, "wish", { act: can(view, "call_draw") }),
        { main: true, "data-key": "call-it" })));
  return node;
}

/** Which meld does the discard make? @param {View} view */
function takeWindow(view) {
  const top = gameOf(view)?.top ?? "";
  return choice(t("tongits.take.title", { card: cardName(top) }),
    takes(view).map((action) => ({ action, cards: inRow([...action.with, top]), text: meldTitle([...action.with, top]) })));
}

/** What are these cards laid as? @param {View} view @param {readonly string[]} cards */
function layWindow(view, cards) {
  const row = inRow(cards), [card, ...more] = row;
  const ways = lays(view, cards).map((action) => {
    const hidden = action.type === "meld" && action.face_down;
    return { action, cards: hidden ? row.map(() => "back") : row, text: wayText(view, action) };
  });
  if (card && !more.length) ways.push({ action: { type: "discard", card }, cards: row, text: t("tongits.act.discard") });
  return choice(t("tongits.lay.title", { cards: isMeld(row) ? meldTitle(row) : capital(cardNames(row)) }), ways);
}

/** @param {View} view @param {import("./state.js").Lay} action */
function wayText(view, action) {
  if (action.type === "discard") return t("tongits.act.discard");
  if (action.type === "meld" && action.face_down) return t("tongits.lay.face_down");
  if (action.type === "meld") return t(isFour(action.cards) ? "tongits.lay.face_up" : "tongits.act.lay");
  const meld = gameOf(view)?.melds[action.meld], on = meldName(meld?.cards ?? []);
  if (meld?.owner === view.you) return t("tongits.lay.on_own", { on });
  return t("tongits.lay.on", { on, name: nameAt(view, meld?.owner) });
}

/**
 * One of several ways, each a row with its cards; figures choose, too.
 * @param {string} title @param {{action: Action, cards: string[], text: string}[]} ways
 */
function choice(title, ways) {
  const node = askWindow(title, {},
    h("div", { class: "hues ways" }, ...ways.map(({ action, cards, text }, i) =>
      h("button", { type: "button", "aria-keyshortcuts": String(i + 1), on: { click: () => ask(node, "wish", { act: action }) } },
        h("span", { class: "meld", "aria-hidden": "true" }, ...cards.map(playCard)), h("span", { text: capital(text) })))),
    button(t("tongits.back"), () => ask(node, "close"), { cls: "plain small" }));
  return node;
}
