/* Words of events in TAKI. */
import { t } from "../../i18n.js";
import { by } from "../../speech.js";
import { cardName, cardNames, colorName } from "../../card-words.js";
import { nameAt } from "../../words.js";
import { gameOf } from "./state.js";

/** @import {Event, View} from "../../../wire.d.ts" */

/** Draws that another sentence has told already: only what I got is news. */
const TOLD = ["fined", "plus_three", "stage"];

/** @param {Event} event @param {View} view */
function drew(event, view) {
  const n = event.count ?? 0, reason = event.reason ?? "";
  if (event.seat === view.you && event.cards?.length) return t("event.drew_cards.you", { n, cards: cardNames(event.cards) });
  if (n === 0) return by("event.drew_none", view, event.seat);
  if (TOLD.includes(reason)) return null;
  return by(reason === "penalty" ? "event.took" : "event.drew", view, event.seat, { n });
}

/** @param {Event} event @param {View} view */
function ended(event, view) {
  const facts = { name: nameAt(view, event.by), target: nameAt(view, event.seat) };
  if (event.how === "drawn") return by("event.plus_three_drawn", view, event.seat);
  const key = event.how === "king" ? "event.plus_three_king" : "event.plus_three_broken";
  if (event.by === view.you) return t(`${key}.you`, facts);
  return event.seat === view.you ? t(`${key}.me`, facts) : t(key, facts);
}

/** @type {Record<string, (event: Event, view: View) => string | null>} */
export const sentences = {
  played: (event, view) => {
    const card = cardName(event.card ?? "");
    const what = event.color ? by("event.played_color", view, event.seat, { card, color: colorName(event.color) })
      : by("event.played", view, event.seat, { card });
    if (event.left !== 1) return what;
    const called = gameOf(view)?.announced.includes(event.seat);
    return called ? `${what}. ${t("event.one_left_called")}` : `${what}. ${t("event.one_card_left")}`;
  },
  drew,
  passed: (event, view) => by(event.forced ? "event.passed_forced" : "event.no_more", view, event.seat),
  penalty: (event, view) => ((event.sum ?? 0) > 0 ? by("event.penalty", view, event.seat, { n: event.sum ?? 0 }) : null),
  announced: (event, view) => by("event.announced", view, event.seat, { call: t("call.last_card") }),
  run_opened: (event, view) => by("event.run_opened", view, event.seat, { color: colorName(event.color ?? "") }),
  run_closed: (event, view) => by("event.run_closed", view, event.seat),
  left_open: (event, view) => by("event.left_open", view, event.seat, { color: colorName(event.color ?? "") }),
  plus_three: (event, view) => by("event.plus_three", view, event.seat),
  plus_three_ended: ended,
  fined: (event, view) => by("event.fined", view, event.seat, { n: event.count ?? 4 }),
  stage_entered: (event, view) => by("event.stage_entered", view, event.seat, { n: event.stage ?? 1 }),
  duty: (event, view) => by(event.duty === "king" ? "event.duty_king" : "event.duty_plus", view, event.seat),
};
