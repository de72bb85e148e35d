/* Windows over the board: they lie above my hand, never on it. Each is an element with role dialog; Escape says
   "close". */
import { ask, button, h } from "../dom.js";
import { number, t } from "../i18n.js";
import { nameAt } from "../words.js";

/** @import {View} from "../../wire.d.ts" */

let count = 0;

/**
 * A window with a title.
 * @param {string} title
 * @param {{urgent?: boolean}} how
 * @param {...(import("../dom.js").Child)} children
 */
export function askWindow(title, { urgent = false } = {}, ...children) {
  const id = `ask-${++count}`;
  const node = h(
    "div",
    { class: "ask", role: urgent ? "alertdialog" : "dialog", "aria-labelledby": id, tabindex: "-1" },
    h("h2", { id, text: title }),
    ...children,
  );
  node.addEventListener("keydown", (event) => {
    if (event.key === "Escape") ask(node, "close");
  });
  return node;
}

/** What leaving costs, before it does. @param {View} view */
export function leaveWindow(view) {
  const played =
    view.match !== null &&
    !["waiting", "vote", "over", "closed"].includes(view.phase) &&
    view.you !== null &&
    !view.seats[view.you]?.left;
  const bet = view.table.bet;
  const text =
    view.you === null
      ? t("leave.watching")
      : !played
        ? t("leave.free")
        : bet > 0
          ? t("leave.costs", { bet: number(bet) })
          : t("leave.practice");
  const node = askWindow(
    t("leave.ask"),
    {},
    h("p", { text }),
    h(
      "div",
      { class: "row" },
      button(t(played ? "leave.stay_playing" : "leave.stay"), () => ask(node, "close"), { main: true }),
      button(t(played && bet > 0 ? "leave.lose" : "leave.go"), () => ask(node, "leave")),
    ),
  );
  return node;
}

/** Somebody wants to begin with fewer players. @param {View} view */
export function voteWindow(view) {
  const seated = view.seats.filter(Boolean).length;
  const answered = view.you !== null && view.vote?.accepted.includes(view.you);
  const facts = { name: nameAt(view, view.table.host), n: seated, all: view.table.seats };
  const waiting = view.seats.flatMap((seat, at) =>
    seat && !seat.robot && !view.vote?.accepted.includes(at) ? [seat.player.name] : [],
  );
  const node = askWindow(
    t(answered ? "vote.waiting" : "vote.ask", facts),
    { urgent: !answered },
    h("p", {
      text: answered
        ? t("vote.missing", { names: waiting.join(", ") })
        : view.table.bet
          ? t("vote.bet", { bet: number(view.table.bet) })
          : t("vote.free"),
    }),
    h(
      "div",
      {
        class: "fuse",
        "data-from": (view.vote?.deadline ?? 0) - 15_000,
        "data-until": view.vote?.deadline ?? 0,
        "aria-hidden": "true",
      },
      h("i"),
    ),
    answered
      ? null
      : h(
          "div",
          { class: "row" },
          button(t("vote.no"), () => ask(node, "vote", { accept: false })),
          button(t("vote.yes"), () => ask(node, "vote", { accept: true }), { main: true }),
        ),
  );
  return node;
}

/** The real match calls. @param {string} code @param {number} until server time, ms */
export function calledWindow(code, until) {
  const node = askWindow(
    t("called.title"),
    { urgent: true },
    h("p", { text: t("called.text", { code }) }),
    h(
      "div",
      { class: "fuse", "data-from": until - 5000, "data-until": until, "aria-hidden": "true" },
      h("i"),
    ),
    h(
      "div",
      { class: "row" },
      button(t("called.go"), () => ask(node, "go"), { main: true }),
    ),
  );
  return node;
}
