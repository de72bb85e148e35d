/* Inviting people: somebody from their card, or several to the table where I am the host. */
import { invites } from "../api-invite.js";
import { ensureMe, explain, once, store, tell } from "../app.js";
import { button, h } from "../dom.js";
import { PeoplePick } from "../elements/people-pick.js";
import { learn, t } from "../i18n.js";
import { style } from "../router.js";
import { openForm } from "./create.js";

/** @import {Person} from "../../http.d.ts" */

/** To the table where I wait; where there is none, to one that I open now. @param {Person} person */
export async function open(person) {
  await Promise.all([ensureMe(), learn("people")]);
  const here = store.seated.find((seat) => seat.phase === "waiting");
  if (!here) {
    await openForm([person]);
    return;
  }
  await send(here.code, [person]);
}

/** @param {string} code @param {readonly Person[]} people */
async function send(code, people) {
  for (const { id, name } of people) {
    await invites.send(code, id);
    tell(t("invite.sent", { name }));
  }
}

/** Invites whoever was chosen when the table was made; who can't be is named, the others are asked all the same.
 * @param {string} code @param {readonly number[]} ids */
export async function sendAll(code, ids) {
  for (const id of ids) await invites.send(code, id).catch(explain);
}

/** Lets me choose whom to ask to this table. @param {string} code @param {readonly number[]} asked @returns {Promise<void>} */
export async function choose(code, asked) {
  const [people] = await Promise.all([invites.people(), learn("people"), style("form"), style("people"), style("bell")]);
  const pick = new PeoplePick(), shut = button(t("close"), () => dialog.close(), { cls: "small" });
  pick.show(people, asked);
  const go = button(t("invite.send"), () => once("invite", async () => {
    const chosen = people.filter(({ id }) => pick.chosen.has(id));
    dialog.close();
    await send(code, chosen);
  }), { main: true });
  const dialog = h("dialog", { class: "sheet small", "aria-labelledby": "invite-title" },
    h("div", { class: "stack" },
      h("div", { class: "row apart" }, h("h2", { id: "invite-title", text: t("invite.choose") }), shut),
      h("p", { class: "soft tiny", text: t("invite.explained") }), pick, people.length ? go : null));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
