/* Giving somebody a present: what, with which words, and what it costs before it does. */
import { presents } from "../api-presents.js";
import { people } from "../api-people.js";
import { become, ensureMe, once, openAccount, store, tell } from "../app.js";
import { follow } from "../circle.js";
import { button, face, h } from "../dom.js";
import { learn, t } from "../i18n.js";
import { style } from "../router.js";
import { stock } from "../stock.js";
import { GiveForm } from "../elements/give-form.js";

/** @import {Person} from "../../http.d.ts" */
/** @import {Lay} from "./player-card.js" */

/**
 * Opens the choice of a present for somebody. Guests are told what they need for it.
 * @param {Person} person @param {{thing?: number, item?: string}} [first] chosen already @param {Lay} [lay] how it is shown
 */
export function open(person, first = {}, lay = asSheet) {
  return once("give", async () => {
    await Promise.all([learn("shop"), style("form"), style("things"), style("card")]);
    const me = await ensureMe();
    if (me.guest) {
      const box = h("div", { class: "stack" }, h("p", { text: t("give.register") }),
        button(t("give.account"), () => {
          closed(box);
          openAccount("register");
        }, { main: true }));
      lay(t("give.for", { name: person.name }), box);
      return;
    }
    const [items, { things }] = await Promise.all([stock(), presents.stuff()]);
    const form = new GiveForm(person, items, things, me.coins);
    form.addEventListener("give", (event) => send(form, person, /** @type {CustomEvent} */ (event).detail));
    lay(t("give.for", { name: person.name }), form);
    form.begin(first);
  });
}

/** @param {Element} box */
const closed = (box) => box.dispatchEvent(new CustomEvent("close", { bubbles: true }));

/** @param {GiveForm} form @param {Person} person @param {{item?: string, thing?: number, note: string, name: string}} wish */
function send(form, person, { name, ...wish }) {
  return once("give", async () => {
    const { coins } = await presents.give({ to: person.id, ...wish });
    closed(form);
    if (coins !== null && store.me) become({ ...store.me, coins });
    store.tell("things");
    tell(t("give.sent", { thing: name, name: person.name }));
  });
}

/** Asks first for whom: friends, and whom one played with. @param {{thing?: number, item?: string}} first */
export function choose(first) {
  return once("give to", async () => {
    await Promise.all([learn("shop"), learn("people"), style("form"), style("people")]);
    const [friends, met] = await Promise.all([myFriends(), people.met()]);
    const others = met.filter(({ id }) => !friends.some((friend) => friend.id === id));
    const list = (/** @type {string} */ title, /** @type {Person[]} */ some) => some.length
      ? h("section", { class: "stack tight" }, h("h3", { text: t(title) }), h("ul", {}, ...some.map(row))) : null;
    const row = (/** @type {Person} */ person) => h("li", { class: "person" },
      h("button", { type: "button", class: "who", on: { click: () => {
        closed(box);
        open(person, first);
      } } }, face(person.avatar), h("b", { text: person.name })));
    const box = h("div", { class: "stack" }, list("give.friends", friends), list("give.met", others),
      friends.length + others.length ? null : h("p", { class: "soft", text: t("give.nobody") }));
    asSheet(t("give.who"), box);
  });
}

/** My friends at this moment; none where they can't be told. @returns {Promise<Person[]>} */
const myFriends = () => new Promise((done) => {
  let end = () => {};
  const late = setTimeout(() => finish([]), 3000);
  const finish = (/** @type {Person[]} */ found) => {
    clearTimeout(late);
    setTimeout(() => end());
    done(found);
  };
  end = follow((found) => finish(found?.friends ?? []));
});

/** @type {Lay} */
function asSheet(title, ...children) {
  const shut = button(t("close"), () => dialog.close(), { cls: "small" });
  const dialog = h("dialog", { class: "sheet", "aria-label": title },
    h("div", { class: "stack" }, h("div", { class: "row apart" }, h("h2", { text: title }), shut), ...children));
  dialog.addEventListener("close", (event) => (event.target === dialog ? dialog.remove() : dialog.close()));
  document.body.append(dialog);
  dialog.showModal();
}
