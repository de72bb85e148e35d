/* /friends: the people I know, live. */
import { people } from "../api-people.js";
import { explain, games, once, store } from "../app.js";
import { follow } from "../circle.js";
import { make } from "../dom.js";
import { FriendsPage } from "../elements/friends-page.js";
import { friendActs } from "./join.js";

/** @import {Friend} from "../../wire.d.ts" */
/** @import {FriendsData} from "../elements/friends-page.js" */

/** @param {HTMLElement} root */
export function open(root) {
  const page = make(FriendsPage);
  /** @type {FriendsData} */
  const data = { me: store.me, people: null, met: [], invisible: false };
  const draw = () => page.show(Object.assign(data, { me: store.me }));
  const load = async () => {
    if (store.me) {
      const [met, circle] = await Promise.all([people.met(), people.circle()]);
      Object.assign(data, { met, invisible: circle.invisible });
    }
    draw();
  };
  const look = () => load().catch(explain);
  /** @type {Record<string, (person: Friend) => unknown>} */
  const acts = {
    accept: ({ id }) => people.accept(id),
    refuse: ({ id }) => people.drop(id),
    withdraw: ({ id }) => people.drop(id),
    unblock: ({ id }) => people.unblock(id).then(() => store.tell("people")),
    ...friendActs,
  };
  for (const [name, act] of Object.entries(acts))
    page.addEventListener(name, (event) => {
      const { person } = /** @type {CustomEvent} */ (event).detail;
      once(`${name} ${person.id}`, async () => { await act(person); });
    });
  page.addEventListener("invisible", (event) => once("invisible", async () => {
    const { on } = /** @type {CustomEvent} */ (event).detail;
    await people.hide(on);
    data.invisible = on;
    draw();
  }));
  for (const what of ["me", "people"]) store.addEventListener(what, look);
  const end = follow((found) => {
    data.people = found;
    draw();
  });
  games().then(draw, () => {});
  root.append(page);
  draw();
  look();
  return {
    close() {
      end();
      for (const what of ["me", "people"]) store.removeEventListener(what, look);
      page.remove();
    },
  };
}
