/* /p/{id}: what everybody may know of a player. */
import { people } from "../api-people.js";
import { ApiError } from "../api.js";
import { explain, games, store, tell } from "../app.js";
import { make } from "../dom.js";
import { t } from "../i18n.js";
import { go } from "../router.js";
import { ProfilePage } from "../elements/profile-page.js";
import { dressed } from "./dressed.js";
import { acts, bond, since } from "./player-card.js";

/** @import {Profile} from "../../http.d.ts" */

/** @param {HTMLElement} root @param {string} id @param {() => boolean} wanted */
export async function open(root, id, wanted) {
  const page = make(ProfilePage);
  /** @type {Profile | null} */
  let shown = null;
  const clothes = dressed(page, () => shown);
  const load = async () => {
    const known = await people.one(Number(id));
    const own = known.id === store.me?.id;
    page.show(known, { since: since(known), bond: bond(known), acts: own ? null : acts(known, { profile: true }, page) });
    shown = known;
    clothes.draw();
  };
  const look = () => load().catch(explain);
  await games().catch(() => {});
  root.append(page);
  try {
    await load();
  } catch (why) {
    if (!wanted() || !(why instanceof ApiError) || why.passes) throw why;
    tell(t("profile.gone"));
    go("/", { replace: true });
  }
  for (const what of ["me", "people"]) store.addEventListener(what, look);
  return {
    close() {
      clothes.close();
      for (const what of ["me", "people"]) store.removeEventListener(what, look);
      page.remove();
    },
  };
}
