/* Whom the host of a table has invited: asked for once, told live, said to the ears. */
import { ApiError } from "../api.js";
import { invites } from "../api-invite.js";
import { link, once, store } from "../app.js";
import { tick } from "../clock.js";
import { KeptSeats, stateOf } from "../elements/kept-seats.js";
import { learn, t } from "../i18n.js";
import { speakUp } from "../live.js";

/** @import {Frame, InvitationTold} from "../../wire.d.ts" */
/** @import {TablePage} from "../elements/table-page.js" */

/** @param {TablePage} page @param {number} table @param {string} code @returns {() => void} takes it off */
export function invitations(page, table, code) {
  /** @type {InvitationTold[]} */
  let told = [];
  let host = false, seated = "", stop = () => {}, over = false;
  const states = () => new Map(told.map((each) => [each.id, stateOf(each)]));
  const take = (/** @type {InvitationTold[]} */ next) => {
    const before = states();
    told = next;
    for (const each of next) {
      const state = stateOf(each);
      if (before.has(each.id) && before.get(each.id) !== state && state !== "pending")
        speakUp(t("invite.became", { name: each.player.name, state: t(`invite.state.${state}`) }));
    }
    draw();
  };
  const draw = () => page.waiting.kept?.show(told);
  const fetch = () => invites.kept(code).then(take, (why) => { if (!(why instanceof ApiError)) throw why; });
  const look = async () => {
    const { view } = store.table(table);
    const now = Boolean(view && view.you !== null && view.table.host === view.you && ["waiting", "vote"].includes(view.phase));
    const people = JSON.stringify(view?.seats.map((seat) => seat?.player.id));
    const came = now && (!host || (people !== seated && told.length > 0));
    host = now;
    seated = people;
    if (!came) return;
    await learn("people");
    if (over) return;
    if (!page.waiting.kept) {
      page.waiting.keep(new KeptSeats());
      stop = tick(draw);
    }
    await fetch();
  };
  const heard = (/** @type {Event} */ event) => {
    const frame = /** @type {CustomEvent<Frame>} */ (event).detail;
    if (frame.type === "invitations" && frame.table === table) take(frame.invitations);
  };
  const asked = () => told.filter((each) => !["expired", "withdrawn"].includes(stateOf(each))).map(({ player }) => player.id);
  const choose = () => once("invite-people", async () => (await import("./invite.js")).choose(code, asked()));
  const withdraw = (/** @type {Event} */ event) =>
    once("withdraw", () => invites.withdraw(/** @type {CustomEvent<{id: number}>} */ (event).detail.id));
  const news = () => { look().catch(() => {}); };
  link.addEventListener("frame", heard);
  store.addEventListener("table", news);
  page.addEventListener("invite-people", choose);
  page.addEventListener("withdraw", withdraw);
  news();
  return () => {
    over = true;
    stop();
    link.removeEventListener("frame", heard);
    store.removeEventListener("table", news);
  };
}
