/* Signing in, making an account, coming back: one dialog, from wherever it is needed. */
import { api, ApiError } from "../api.js";
import { become, once, store, tell } from "../app.js";
import { learn, t } from "../i18n.js";
import { refusal } from "../words.js";
import { AccountForm } from "../elements/account-form.js";

/** @param {import("../elements/account-form.js").Kind} kind */
export async function open(kind) {
  await learn("account");
  const form = new AccountForm(kind, store.me?.grant_due ?? 0);
  form.addEventListener("account", (event) =>
    once("account", async () => {
      const { kind: what, name, password, code } = /** @type {CustomEvent} */ (event).detail;
      try {
        const me =
          what === "register"
            ? await api.register({ name, password })
            : what === "recover"
              ? await api.recover({ name, code, password })
              : await api.login({ name, password });
        form.dialog.close();
        become(me);
        tell(t(what === "register" ? "account.made" : "account.welcome", { name: me.name }));
      } catch (why) {
        if (!(why instanceof ApiError)) throw why;
        form.fail(refusal(why.code, why.message, why.facts));
      }
    }),
  );
  document.body.append(form);
}
