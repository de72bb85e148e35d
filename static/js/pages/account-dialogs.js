/* Signing in, making an account, coming back: one dialog, from wherever it is needed. */
import { api, ApiError } from "../api.js";
import { account } from "../api-account.js";
import { become, once, refreshMe, store, tell } from "../app.js";
import { learn, t } from "../i18n.js";
import { style } from "../router.js";
import { refusal } from "../words.js";
import { showLines } from "../elements/ask-form.js";
import { AccountForm } from "../elements/account-form.js";

/** There is no mail: the way back in is given while the password is still in hand. @param {string} password */
async function offerCodes(password) {
  const { codes } = await account.recoveryCodes(password);
  showLines(t("safety.codes"), t("safety.codes_text"), codes);
}

/** @param {import("../elements/account-form.js").Kind} kind */
export async function open(kind) {
  await Promise.all([learn("account"), style("account"), style("form")]);
  const form = new AccountForm(kind, store.me?.grant_due ?? 0, store.me?.guest ? store.me.name : "");
  form.addEventListener("account", (event) =>
    once("account", async () => {
      const { kind: what, name, password, code } = /** @type {CustomEvent} */ (event).detail;
      try {
        const me =
          what === "register"
            ? await account.register({ name, password })
            : what === "recover"
              ? await account.recover({ name, code, password })
              : await account.login({ name, password });
        form.dialog.close();
        become(me);
        tell(t(what === "register" ? "account.made" : "account.welcome", { name: me.name }));
        if (what === "register") await offerCodes(password);
      } catch (why) {
        if (!(why instanceof ApiError) || !form.dialog.open) throw why;
        if (why.code === "already_registered") await refreshMe();      // its answer was lost
        form.fail(refusal(why.code, why.message, why.facts));
      }
    }),
  );
  document.body.append(form);
}
