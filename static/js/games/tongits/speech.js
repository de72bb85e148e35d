/* Words of events in Tongits. */
import { t } from "../../i18n.js";
import { by } from "../../speech.js";
import { cardName, cardNames } from "../../card-words.js";
import { nameAt } from "../../words.js";
import { gameOf } from "./state.js";

/** @import {Event, View} from "../../../wire.d.ts" */

/** @type {Record<string, (event: Event, view: View) => string | null>} */
export const sentences = {
  dealt: (event, view) => by("tongits.event.dealt", view, event.first, { n: view.game?.round ?? 1 }),
  took_discard: (event, view) => by("tongits.event.took", view, event.seat, { card: cardName(event.card) }),
  melded: (event, view) => {
    if (!event.cards) return by("tongits.event.melded_hidden", view, event.seat);
    const key = event.face_down ? "tongits.event.melded_down" : "tongits.event.melded";
    return by(key, view, event.seat, { cards: cardNames(event.cards) });
  },
  laid_off: (event, view) => {
    const owner = gameOf(view)?.melds[event.meld]?.owner, cards = cardNames(event.cards);
    if (owner === event.seat) return by("tongits.event.laid_off_own", view, event.seat, { cards });
    if (owner !== view.you) return by("tongits.event.laid_off", view, event.seat, { cards, owner: nameAt(view, owner) });
    return t("tongits.event.laid_off.me", { name: nameAt(view, event.seat), cards });
  },
  discarded: (event, view) => by("tongits.event.discarded", view, event.seat, { card: cardName(event.card) }),
  draw_called: (event, view) => by("tongits.event.called", view, event.seat),
  folded: (event, view) => by(event.forced ? "tongits.event.forced" : "tongits.event.folded", view, event.seat),
  challenged_draw: (event, view) => by("tongits.event.fights", view, event.seat),
  round_ended: (event, view) => ended(view, event.ending, event.winner),
  match_ended: (event, view) => (event.winners?.length ? by("event.won", view, event.winners[0]) : null),
};

/** How a hand ended. @param {View} view @param {string} how @param {number | null} winner */
export function ended(view, how, winner) {
  const n = gameOf(view)?.outcome?.counts[String(winner)] ?? 0;
  if (how === "tongits") return by("tongits.end.tongits", view, winner);
  if (how === "draw") return by("tongits.end.draw", view, winner, { n });
  if (how === "stock") return by("tongits.end.stock", view, winner, { n });
  return how === "forfeit" ? by("tongits.end.forfeit", view, winner) : t("tongits.end.void");
}
