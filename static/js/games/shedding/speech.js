/* Words of events in the shedding games. */
import { list, t } from "../../i18n.js";
import { by } from "../../speech.js";
import { cardName, colorName } from "../../card-words.js";
import { inkOf, nameAt } from "../../words.js";
import { callWord, gameOf, wording } from "./state.js";

/** @import {Event, View} from "../../../wire.d.ts" */

/** @type {Record<string, (event: Event, view: View) => string | null>} */
export const sentences = {
  played: (event, view) => {
    const ink = event.color ?? event.suit, named = ink && event.card && (!inkOf(event.card) || event.suit);
    const what = by(named ? "event.played_color" : "event.played", view, event.seat, {
      card: cardName(event.card ?? ""), color: ink ? colorName(ink) : "",
    });
    if (event.left !== 1 || view.table.options.last_card_call === false) return what;
    const called = gameOf(view)?.announced.includes(event.seat);
    return `${what}. ${by(called ? "event.one_left_called" : "event.one_left", view, event.seat)}`;
  },
  named: (event, view) => by("event.named", view, event.seat, { color: colorName(event.color ?? event.suit ?? "") }),
  announced: (event, view) => by("event.announced", view, event.seat, { call: callWord(view) }),
  denounced: (event, view) => {
    const key = event.caught ? wording(view, "event.caught") : "event.wrongly";
    const facts = { name: nameAt(view, event.by), target: nameAt(view, event.seat) };
    if (event.by === view.you) return t(`${key}.you`, facts);
    return event.seat === view.you ? t(`${key}.me`, facts) : t(key, facts);
  },
  penalty: (event, view) =>
    (event.sum ?? 0) > 0 ? by("event.penalty", view, event.seat, { n: event.sum ?? 0 }) : null,
  challenged: (event, view) => {
    const key = event.guilty ? "event.doubted_rightly" : "event.doubted_wrongly";
    const facts = { name: nameAt(view, event.by), target: nameAt(view, event.seat) };
    if (event.by === view.you) return t(`${key}.you`, facts);
    return event.seat === view.you ? t(`${key}.me`, facts) : t(key, facts);
  },
  hands_shuffled: (event, view) => by("event.hands_shuffled", view, event.seat),
  dealer_drawn: (event, view) => {
    const rounds = /** @type {[number, string][][]} */ (event.draws ?? []), last = rounds.at(-1) ?? [];
    if (!last.length) return null;
    const drawn = list(last.map(([seat, card]) => t("event.drawn_for_deal", { name: nameAt(view, seat), card: cardName(card) })));
    const [dealer] = last.reduce((best, one) => (dealValue(one[1]) > dealValue(best[1]) ? one : best));
    return `${t("event.drawing_for_deal", { drawn })} ${by("event.deals", view, dealer)}`;
  },
};

/** What a card counts when the deal is drawn for: its number, and nothing for all others (U1.2). @param {string} card */
export const dealValue = (card) => (/^[rgby]\d$/.test(card) ? Number(card.slice(1)) : 0);
