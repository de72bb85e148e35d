/* What each kind of notice says, and where it leads. */
import { t } from "./i18n.js";
import { go } from "./router.js";
import { gameName } from "./words.js";

/** @import {NoticeTold} from "../wire.d.ts" */

/**
 * @typedef {object} Kind
 * @property {(facts: Record<string, any>) => string} text
 * @property {(facts: Record<string, any>) => unknown} [open] where it leads; without it there is nothing to open
 */

const named = (/** @type {string} */ key) => (/** @type {Record<string, any>} */ { from, by }) =>
  t(key, { name: (from ?? by)?.name ?? "" });

const presents = () => import("./gifts.js").then(({ openPresents }) => openPresents());

/** @type {Record<NoticeTold["kind"], Kind>} */
export const KINDS = {
  invitation: { text: ({ from, game }) => t("notice.invitation", { name: from.name, game: gameName(game) }) },
  present: { text: named("notice.present"), open: presents },
  present_answer: { text: (facts) => named(`notice.present_answer.${facts.answer}`)(facts), open: presents },
  friend_request: { text: named("notice.friend_request"), open: () => go("/friends") },
  friend: { text: named("notice.friend"), open: ({ from }) => go(`/p/${from.id}`) },
  warning: { text: ({ text }) => t("notice.warning", { text }) },
};

/** The kinds that a reader may have quiet. A warning never is. */
export const CHOICES = /** @type {const} */ (["invitation", "present", "present_answer", "friend_request", "friend"]);
