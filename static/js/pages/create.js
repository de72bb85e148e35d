/* Opening a table of one's own, and asking people to it at once. */
import { api, ApiError } from "../api.js";
import { invites } from "../api-invite.js";
import { ensureMe, games, once, store } from "../app.js";
import { CreateForm } from "../elements/create-form.js";
import { learn } from "../i18n.js";
import { go, style } from "../router.js";
import { setting } from "../settings.js";

/** @import {Person} from "../../http.d.ts" */

/** Lays the form before the reader. @param {readonly Person[]} [guests] who is to be invited */
export async function openForm(guests = []) {
  await Promise.all([games(), learn("create"), learn("people"), style("form"), style("people"), style("bell")]);
  const form = new CreateForm(setting("game"), store.me?.coins ?? null);
  form.guests.chosen = new Set(guests.map(({ id }) => id));
  form.addEventListener("create-table", (event) => {
    once("create", () => create(form, /** @type {CustomEvent} */ (event).detail));
  });
  document.body.append(form);
  const known = store.me ? await invites.people().catch(() => []) : [];
  const others = known.filter(({ id }) => !guests.some((guest) => guest.id === id));
  form.invitable([...guests, ...others]);
}

/** @param {CreateForm} form @param {Record<string, unknown>} wish */
async function create(form, wish) {
  await ensureMe();
  const made = await api.create(wish).catch((why) => {
    if (!(why instanceof ApiError) || why.facts.table_code) throw why;
    form.refuse(why); // what is above the sheet can't be seen
  });
  if (!made) return;
  const { code, table } = made, chosen = [...form.guests.chosen];
  store.codes.set(code, table);
  form.dialog.close();
  await go(`/t/${code}`);
  if (chosen.length) await (await import("./invite.js")).sendAll(code, chosen);
}
