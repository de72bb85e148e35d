/* Coins that the house gives. */
import { api } from "../api.js";
import { become, explain, refreshMe, store, tell } from "../app.js";
import { number, t } from "../i18n.js";

/** @param {"bonus" | "relief"} what */
export async function take(what) {
  const { coins, amount } = await api[what]();
  if (store.me) become({ ...store.me, coins });
  tell(t("coins.came", { n: number(amount) }));
  await refreshMe().catch(explain);
}
