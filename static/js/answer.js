/* Answers to an invitation. Yes is sitting down; a seat that only waits elsewhere is given up for it. */
import { api, ApiError } from "./api.js";
import { invites } from "./api-invite.js";
import { ensureMe, link, notices, once, store, tell } from "./app.js";
import { t } from "./i18n.js";
import { askKept } from "./invited.js";
import { go } from "./router.js";
import { refusal } from "./words.js";

/** @typedef {{invitation: number, table: number, code: string, bet: number}} Offer */

/** Sits down at the table of an invitation. @param {Offer} offer */
export function accept({ table, code, bet }) {
  return once("answer", async () => {
    await ensureMe();
    store.codes.set(code, table);
    if (store.seated.some((seat) => seat.id === table)) return go(`/t/${code}`);
    const here = bet ? store.coinSeats()[0] : undefined;
    if (here?.phase === "playing") {
      notices.pass(t("invite.playing", { code: here.code }),
        { label: t("lobby.back_to_seat"), go: () => void go(`/t/${here.code}`) });
      return undefined;
    }
    const { reason, held } = await api.table(code).catch(gone);
    if (reason === "started") return go(`/t/${code}`);      // what can be seen of it is seen there
    if (reason && reason !== "already_seated") return tell(refusal(reason, "", { held: held ?? 0 }));
    if (here) await link.command("leave", { table: here.id });
    await link.command("sit", { table });
    return go(`/t/${code}`);
  });
}

/** Says no; a no that comes too late is none. @param {number} invitation */
export const refuse = (invitation) =>
  once("answer", async () => {
    await invites.refuse(invitation).catch(gone);
    await askKept();
  });

/** @param {unknown} why @returns {never | {reason: string, held?: number}} */
function gone(why) {
  if (why instanceof ApiError && ["gone", "invitation_over"].includes(why.code)) return { reason: "invitation_over" };
  throw why;
}
