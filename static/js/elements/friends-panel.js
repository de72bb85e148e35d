/* <friends-panel>: which friends are here, beside the tables. Out: "person", "join", "watch", "invite" with {person}. */
import { h, put, redraw } from "../dom.js";
import { t } from "../i18n.js";
import { friendRow, rank } from "./person-row.js";

/** @import {FriendList} from "../../wire.d.ts" */

/** So many are shown; the others are on the page of friends. */
const MOST = 6;

export class FriendsPanel extends HTMLElement {
  /** @param {FriendList | null} people */
  show(people) {
    const friends = people?.friends ?? [];
    const here = friends.filter(({ state }) => state !== "offline").sort((a, b) => rank(a) - rank(b)).slice(0, MOST);
    const looks = JSON.stringify([people?.friends.length, here]);
    if (this.dataset.drawn === looks) return;
    this.dataset.drawn = looks;
    this.hidden = !people?.friends.length;
    redraw(this, () => put(this, h("section", { class: "panel stack" }, h("h2", { text: t("friends.title") }),
      here.length ? h("ul", { class: "people" }, ...here.map((friend) => friendRow(this, friend)))
        : h("p", { class: "soft", text: t("friends.nobody") }),
      h("p", { class: "tiny" }, h("a", { href: "/friends", text: t("friends.all") })))));
  }
}
customElements.define("friends-panel", FriendsPanel);
