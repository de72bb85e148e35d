/* Friends in the lobby: their tables come first, and a panel says who is here. */
import { once, store } from "../app.js";
import { follow } from "../circle.js";
import { make } from "../dom.js";
import { learn } from "../i18n.js";
import { style } from "../router.js";
import { FriendsPanel } from "../elements/friends-panel.js";
import { friendActs } from "./join.js";

/** @import {LobbyPage} from "../elements/lobby-page.js" */

/**
 * @param {LobbyPage} page
 * @returns {() => void} ends it
 */
export function begin(page) {
  const panel = make(FriendsPanel), ready = Promise.all([learn("people"), style("people")]);
  page.beside.append(panel);
  for (const [name, act] of Object.entries(friendActs))
    panel.addEventListener(name, (event) => {
      const { person } = /** @type {CustomEvent} */ (event).detail;
      event.stopPropagation();                           // the page's own "join" is about rows
      once(name, async () => { await act(person); });
    });
  const end = follow((people) => {
    page.tables.know(people);
    ready.then(() => panel.show(store.me ? people : null), () => {});
  });
  return () => {
    end();
    panel.remove();
  };
}
