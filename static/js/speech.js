/* What happened, in sentences: for the log and for the live region. A game has further words, or other ones. */
import { t } from "./i18n.js";
import { cardNames } from "./card-words.js";
import { nameAt } from "./words.js";

/** @import {Event, View} from "../wire.d.ts" */
/** @import {GameModule} from "./games/index.js" */

/**
 * The sentence of an event, or null where there is nothing to say.
 * @param {Event} event
 * @param {View} view
 * @param {GameModule} module
 * @returns {string | null}
 */
export function sentence(event, view, module) {
  const tell = module.sentences[event.type] ?? SENTENCES[event.type];
  return tell ? tell(event, view) : null;
}

/**
 * Chooses between "you" and "{name}".
 * @param {string} key
 * @param {View} view
 * @param {number | null | undefined} seat
 * @param {Record<string, string | number>} [facts]
 */
export const by = (key, view, seat, facts = {}) =>
  seat !== null && seat !== undefined && seat === view.you
    ? t(`${key}.you`, facts)
    : t(key, { name: nameAt(view, seat), ...facts });

/** Words of what every game has. @type {Record<string, (event: Event, view: View) => string | null>} */
const SENTENCES = {
  dealt: (event, view) => by("event.dealt", view, event.first, { n: view.game?.round ?? 1 }),
  drew: (event, view) => {
    const n = event.count ?? event.cards?.length ?? 1;
    if (event.reason === "denounced") return null; // said by the denouncing itself
    if (n === 0) return by("event.drew_none", view, event.seat);
    if (event.seat === view.you && event.cards?.length)
      return t("event.drew_cards.you", { n, cards: cardNames(event.cards) });
    return by(event.reason === "penalty" ? "event.took" : "event.drew", view, event.seat, { n });
  },
  passed: (event, view) => by(event.forced ? "event.passed_forced" : "event.passed", view, event.seat),
  reshuffled: (event) => t("event.reshuffled", { n: event.stock ?? 0 }),
  skipped: (event, view) => by("event.skipped", view, event.seat),
  reversed: (event) => t(event.direction === 1 ? "event.clockwise" : "event.anticlockwise"),
  left: (event, view) => by("event.left", view, event.seat),
  timed_out: (event, view) => by("event.timed_out", view, event.seat),
  removed: (event, view) => by("event.removed", view, event.seat),
  round_ended: (event, view) =>
    event.blocked ? t("event.blocked") : by("event.went_out", view, event.winner),
  match_ended: (event, view) => {
    const winners = event.winners ?? [];
    if (winners.length === 1) return by("event.won", view, winners[0]);
    return t("event.shared", { n: winners.length });
  },
  sat: (event, view) =>
    event.seat === view.you ? null : t("event.sat", { name: event.player?.name ?? nameAt(view, event.seat) }),
  stood: (event) => t("event.stood", { name: event.name ?? t("somebody") }),
  host_changed: (event, view) => by("event.host", view, event.seat),
  vote_opened: () => t("event.vote_opened"),
  voted: (event, view) => by(event.accept ? "event.accepted" : "event.refused", view, event.seat),
  vote_closed: (event) => (event.reason === "accepted" ? null : t("event.vote_closed")),
  match_began: () => t("event.match_began"),
  refunded: () => t("event.refunded"),
  pot_paid_back: () => t("event.pot_paid_back"),
  resumed: () => t("event.resumed"),
  back: (event, view) => by("event.back", view, event.seat),
  again: (event, view) => by("event.again", view, event.seat),
};
