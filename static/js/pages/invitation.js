/* /j/{token}: a link leads straight to the seat, also without an account. */
import { ApiError } from "../api.js";
import { invites } from "../api-invite.js";
import { ensureMe, explain, link, store, tell } from "../app.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { go } from "../router.js";

/** @import {RefusedError} from "../asked.js" */

/** @param {HTMLElement} root @param {string} token @param {() => boolean} wanted */
export async function open(root, token, wanted) {
  root.append(
    h(
      "main",
      { class: "page", id: "main" },
      h("p", { class: "soft", role: "status", text: t("invitation.opening") }),
    ),
  );
  try {
    const { table, code } = await invites.table(token);
    await ensureMe();
    store.codes.set(code, table);
    if (!store.seated.some((seat) => seat.id === table)) await link.command("sit", { table, link: token });
    if (wanted()) go(`/t/${code}`, { replace: true });
  } catch (why) {
    const passes = why instanceof ApiError ? why.passes : /** @type {RefusedError} */ (why).code === "offline";
    if (!wanted() || passes) throw why;                   // the link stands in the address still
    if (why instanceof ApiError && [404, 422].includes(why.status)) tell(t("invitation.nowhere"));
    else explain(why);
    go("/", { replace: true });
  }
  return { close() {} };
}
