/* /friends: the people I know. */
import { people } from "../api-people.js";
import { explain, once, store } from "../app.js";
import { make } from "../dom.js";
import { FriendsPage } from "../elements/friends-page.js";
import { open as openCard } from "./player-card.js";

/** @import {FriendsData} from "../elements/friends-page.js" */

/** @param {HTMLElement} root */
export function open(root) {
  const page = make(FriendsPage);
  /** @type {FriendsData} */
  const data = { me: store.me, blocked: [] };
  const draw = () => page.show(Object.assign(data, { me: store.me }));
  const load = async () => {
    if (store.me) data.blocked = await people.blocked();
    draw();
  };
  const look = () => load().catch(explain);
  page.addEventListener("person", (event) => openCard(/** @type {CustomEvent} */ (event).detail.person));
  page.addEventListener("unblock", (event) => once("unblock", async () => {
    await people.unblock(/** @type {CustomEvent} */ (event).detail.person.id);
    await load();
  }));
  for (const what of ["me", "people"]) store.addEventListener(what, look);
  root.append(page);
  draw();
  look();
  return {
    close() {
      for (const what of ["me", "people"]) store.removeEventListener(what, look);
      page.remove();
    },
  };
}
