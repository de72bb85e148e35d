/* /j/{token}: a link leads straight to the seat, also without an account. */
import { api, ApiError } from "../api.js";
import { ensureMe, explain, link, store, tell } from "../app.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { go } from "../router.js";

/** @param {HTMLElement} root @param {string} token */
export async function open(root, token) {
  root.append(
    h(
      "main",
      { class: "page", id: "main" },
      h("p", { class: "soft", role: "status", text: t("invitation.opening") }),
    ),
  );
  try {
    const { table, code } = await api.invitation(token);
    await ensureMe();
    store.codes.set(code, table);
    if (!store.seated.some((seat) => seat.id === table)) await link.command("sit", { table, link: token });
    go(`/t/${code}`, { replace: true });
  } catch (why) {
    if (why instanceof ApiError && [404, 422].includes(why.status)) tell(t("invitation.nowhere"));
    else explain(why);
    go("/", { replace: true });
  }
  return { close() {} };
}
