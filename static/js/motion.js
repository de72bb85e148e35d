/* Cards that go from place to place: translate, rotate and opacity only, on copies in a layer of their own, so that the
   real ones are in their places from the first moment. Whoever wants stillness gets an outline instead. */
import { h } from "./dom.js";
import { playCard } from "./elements/play-card.js";
import { still } from "./settings.js";

/** @import {Event, View} from "../wire.d.ts" */

const EASE = "cubic-bezier(.2,.7,.2,1)";
/** All in ms. */
const PLAY = 220, DEAL = 260, DEAL_GAP = 40, DRAW_GAP = 120, SHAKE = 180, TURN_OVER = 420, OUTLINE = 600;
/** From this many on, drawn cards come all at once. */
const MANY = 6;
/** Width of a card that goes to somebody's picture (px). */
const SMALL_PX = 40;

/**
 * @typedef {object} Places where things lie on the page
 * @property {() => HTMLElement | null} stock
 * @property {() => HTMLElement | null} top
 * @property {(seat: number) => HTMLElement | null} seat
 * @property {(card: string) => DOMRect | null} held where a card of my hand lay before this update
 * @property {() => HTMLElement[]} fresh the cards that came into my hand
 * @property {(name: string) => Element | null | undefined} part a part of the middle: "way", "bill", "inforce"
 */

/** Made for the first flight. @type {HTMLElement | null} */
let layer = null;

/** For stillness: what moved appears, and its place is outlined. @param {Element | null} place */
function outline(place) {
  if (!place) return;
  place.setAttribute("data-moved", "");
  setTimeout(() => place.removeAttribute("data-moved"), OUTLINE);
}

const quiet = () => still() || document.hidden;

/**
 * A card flies from a place to another; for stillness the place is outlined.
 * @param {string} card
 * @param {DOMRect} from
 * @param {HTMLElement} to
 * @param {{after?: number, length?: number, lands?: boolean}} [how] `lands`: the place shows the card itself afterwards
 */
export function fly(card, from, to, { after = 0, length = PLAY, lands = false } = {}) {
  if (quiet()) {
    outline(to);
    return;
  }
  const at = to.getBoundingClientRect(), width = lands ? to.offsetWidth : SMALL_PX;
  if (!at.width || !from.width) return;
  const node = playCard(card);
  node.style.setProperty("--card", `${width}px`);
  layer ??= h("div", { class: "flights", "aria-hidden": "true" });
  if (!layer.isConnected) document.body.append(layer);
  layer.append(node);
  const middle = (/** @type {DOMRect} */ box) =>
    `${box.x + (box.width - width) / 2}px ${box.y + box.height / 2 - width * 0.7}px`;
  const lies = lands ? getComputedStyle(to).rotate : "none", rotate = lies === "none" ? "0deg" : lies;
  const start = { translate: middle(from), rotate: "0deg", opacity: 1 }, end = { translate: middle(at), rotate, opacity: 1 };
  const frames = lands ? [start, end] : [start, { ...end, offset: 0.85 }, { ...end, opacity: 0 }];
  const run = node.animate(frames, { duration: length, delay: after, easing: EASE, fill: "both" });
  if (lands) to.animate([{ opacity: 0 }, { opacity: 0 }], { duration: length + after });
  run.onfinish = run.oncancel = () => node.remove();
}

/**
 * Shows what happened. Called when the new view is drawn already.
 * @param {Event[]} events
 * @param {View} view
 * @param {Places} places
 * @param {Record<string, Step>} own movements that the game knows itself
 */
export function show(events, view, places, own) {
  let after = 0;
  for (const event of events) {
    const step = own[event.type] ?? (quiet() ? quietly : lively);
    after = step(event, view, places, after);
  }
}

/** @typedef {(event: Event, view: View, places: Places, after: number) => number} Step answers when the next may start */

/** @type {Step} */
function quietly(event, _view, places, after) {
  if (event.type === "played") outline(places.top());
  else if (event.type === "drew") outline(places.seat(event.seat));
  else if (event.type === "reversed") outline(places.part("way") ?? null);
  return after;
}

/** @type {Step} */
function lively(event, view, places, after) {
  const { type, seat } = event, mine = seat === view.you;
  if (type === "dealt") return deal(view, places);
  if (type === "drew") return draw(event.count ?? 1, mine, places, seat, after);
  if (type === "played") {
    const top = places.top(), from = (mine ? places.held(event.card) : null) ?? places.seat(seat)?.getBoundingClientRect();
    if (top && from) fly(event.card, from, top, { after, lands: true });
    if (event.color ?? event.suit) appear(places.part("inforce"), "-1.5rem 0", after + PLAY);
  } else if (type === "named") appear(places.part("inforce"), "-1.5rem 0", after);
  else if (type === "penalty" && event.sum) appear(places.part("bill"), "0 -.8rem", after + PLAY);
  else if (type === "reversed") turnOver(places.part("way"));
  else if (type === "denounced") shake(places.seat(event.caught ? seat : event.by));
  return after;
}

/**
 * @param {number} n
 * @param {boolean} mine
 * @param {Places} places
 * @param {number} seat
 * @param {number} after
 */
function draw(n, mine, places, seat, after) {
  const from = places.stock()?.getBoundingClientRect();
  if (!from) return after;
  const gap = n > MANY ? 0 : DRAW_GAP, fresh = mine ? places.fresh() : [], to = places.seat(seat);
  if (fresh.length) fresh.forEach((card, i) => fly("back", from, card, { after: after + i * gap, lands: true }));
  else if (to) for (let i = 0; i < Math.min(n, MANY); i++) fly("back", from, to, { after: after + i * gap });
  return after + Math.min(n, MANY) * gap;
}

/**
 * Card by card around the table, as it is done by hand.
 * @param {View} view
 * @param {Places} places
 */
function deal({ seats, you, game }, places) {
  const from = places.stock()?.getBoundingClientRect(), fresh = places.fresh();
  if (!from || !game) return 0;
  const around = seats.flatMap((seat, at) => (seat ? [at] : []));
  const turn = Math.max(0, around.indexOf(game.first)), order = [...around.slice(turn), ...around.slice(0, turn)];
  let after = 0;
  for (let i = 0; i < Math.max(0, ...game.counts); i++) {
    for (const seat of order) {
      const mine = seat === you ? fresh[i] : undefined, to = mine ?? places.seat(seat);
      if (to) fly("back", from, to, { after, length: DEAL, lands: Boolean(mine) });
      after += DEAL_GAP / order.length;
    }
  }
  return after;
}

/**
 * @param {Element | null | undefined} node
 * @param {string} from
 * @param {number} delay
 */
const appear = (node, from, delay) =>
  node?.animate([{ opacity: 0, translate: from }, { opacity: 1, translate: "0 0" }],
    { duration: PLAY, delay, easing: EASE, fill: "backwards" });

/** @param {Element | null | undefined} node */
const turnOver = (node) =>
  node?.animate([{ opacity: 0, rotate: "-25deg" }, { opacity: 1, rotate: "0deg" }], { duration: TURN_OVER, easing: EASE });

/** @param {HTMLElement | null} node */
const shake = (node) =>
  node?.animate(["0 0", "-4px 0", "4px 0", "0 0"].map((translate) => ({ translate })), { duration: SHAKE });
