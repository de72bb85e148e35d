/* My people, live: the whole list first, then how each friend is. Only while somebody follows is anything asked for. */
import { link, store } from "./app.js";

/** @import {FriendAt, FriendList, Frame} from "../wire.d.ts" */

/** @typedef {(people: FriendList | null) => void} Heard null: not known, a stranger has nobody */

/** @type {FriendList | null} */
let people = null;
/** @type {Set<Heard>} */
const followers = new Set();
/** What is refused for the moment is asked for again so much later (ms). */
const AGAIN_MS = 2_000;
const turn = (/** @type {boolean} */ on) => link.post("friends", { on }, false).catch(() => {
  if (on) setTimeout(() => { if (followers.size && !people && link.state === "open") turn(true); }, AGAIN_MS);
});
/**
 * How somebody is to me: a seat that is kept for me is free to me.
 * @template {{at: FriendAt | null}} T
 * @param {T} friend @returns {T}
 */
export const toMe = (friend) =>
  friend.at && store.invited.includes(friend.at.id) ? { ...friend, at: { ...friend.at, free: true } } : friend;
const mine = () => people && { ...people, friends: people.friends.map(toMe) };
const tell = () => followers.forEach((heard) => heard(mine()));

store.addEventListener("invited", () => { if (people) tell(); });

link.addEventListener("frame", (event) => {
  const frame = /** @type {CustomEvent<Frame>} */ (event).detail;
  if (frame.type === "hello") {
    if (!frame.player) people = null;
    queueMicrotask(() => { if (followers.size) turn(true); });      // by then the link is open
    if (!people) tell();
  } else if (frame.type === "friends") {
    people = frame;
    tell();
  } else if (frame.type === "friend" && people) {
    const { id, state, at } = frame;
    people = { ...people, friends: people.friends.map((friend) => (friend.id === id ? { ...friend, state, at } : friend)) };
    tell();
  }
});

/**
 * Follows my people: `heard` is told them as soon as they are known, and after every change.
 * @param {Heard} heard
 * @returns {() => void} stops following
 */
export function follow(heard) {
  followers.add(heard);
  if (followers.size === 1) {
    people = null;                                       // whatever was known has not been followed since
    if (link.state === "open") turn(true);
  } else if (people) heard(mine());
  return () => {
    if (followers.delete(heard) && !followers.size && link.state === "open") turn(false);
  };
}
