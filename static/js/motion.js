/* Cards that go from place to place: translate, rotate and opacity only, on copies in a layer of their own, so that the
   real ones are in their places from the first moment. Whoever wants stillness gets an outline instead. */
import { h } from "./dom.js";
import { playCard } from "./elements/play-card.js";
import { still } from "./settings.js";

/** @import {Event, View} from "../wire.d.ts" */

const EASE = "cubic-bezier(.2,.7,.2,1)";
const PLAY_MS = 220,
  DEAL_MS = 260,
  DEAL_GAP_MS = 40,
  DRAW_GAP_MS = 120,
  OUTLINE_MS = 600;
/** From this many on, drawn cards come all at once. */
const MANY = 6;

/**
 * @typedef {object} Places where things lie on the page
 * @property {() => HTMLElement | null} stock
 * @property {() => HTMLElement | null} top
 * @property {(seat: number) => HTMLElement | null} seat
 * @property {(card: string) => DOMRect | null} held where a card of my hand lay before this update
 * @property {() => HTMLElement[]} fresh the cards that came into my hand
 */

let layer = /** @type {HTMLElement | null} */ (null);

function flights() {
  layer ??= h("div", { class: "flights", "aria-hidden": "true" });
  if (!layer.isConnected) document.body.append(layer);
  return layer;
}

/** For stillness: what moved appears, and its place is outlined. @param {Element | null} place */
function outline(place) {
  if (!place) return;
  place.setAttribute("data-moved", "");
  setTimeout(() => place.removeAttribute("data-moved"), OUTLINE_MS);
}

/**
 * A card flies.
 * @param {string} card
 * @param {DOMRect} from
 * @param {HTMLElement} to
 * @param {{after?: number, length?: number, keep?: boolean, size?: number}} how `keep`: the place shows the
 *   card itself when it lands
 */
function fly(card, from, to, { after = 0, length = PLAY_MS, keep = false } = {}) {
  const at = to.getBoundingClientRect();
  if (!at.width || !from.width) return;
  const inline = keep ? to.offsetWidth : Math.max(34, Math.min(54, at.width));
  const node = playCard(card);
  node.style.setProperty("--card", `${inline}px`);
  flights().append(node);
  const middle = (/** @type {DOMRect} */ box) =>
    `${box.x + box.width / 2 - inline / 2}px ${box.y + box.height / 2 - inline * 0.7}px`;
  const turn = keep ? getComputedStyle(to).rotate : "none";
  const run = node.animate(
    [
      { translate: middle(from), rotate: "0deg", opacity: 1 },
      { translate: middle(at), rotate: turn === "none" ? "0deg" : turn, opacity: 1, offset: keep ? 1 : 0.85 },
      ...(keep ? [] : [{ translate: middle(at), rotate: "0deg", opacity: 0 }]),
    ],
    { duration: length, delay: after, easing: EASE, fill: "both" },
  );
  if (keep) to.animate([{ opacity: 0 }, { opacity: 0 }], { duration: length + after });
  run.onfinish = run.oncancel = () => node.remove();
}

/**
 * Shows what happened. Called when the new view is drawn already.
 * @param {Event[]} events
 * @param {View} view
 * @param {Places} places
 */
export function show(events, view, places) {
  const quiet = still() || document.hidden;
  let after = 0;
  for (const event of events) after = step(event, view, places, quiet, after);
}

/**
 * @param {Event} event
 * @param {View} view
 * @param {Places} places
 * @param {boolean} quiet
 * @param {number} after ms
 * @returns {number} when the next may start
 */
function step(event, view, places, quiet, after) {
  const seat = event.seat ?? -1;
  switch (event.type) {
    case "played": {
      const top = places.top(),
        from =
          (seat === view.you ? places.held(event.card ?? "") : null) ??
          places.seat(seat)?.getBoundingClientRect();
      if (quiet) outline(top);
      else if (top && from) fly(event.card ?? "back", from, top, { after, keep: true });
      return after;
    }
    case "drew": {
      const n = event.count ?? 1;
      return quiet ? (outline(places.seat(seat)), after) : draw(n, seat === view.you, places, seat, after);
    }
    case "dealt": {
      if (quiet) return after;
      return deal(view, places);
    }
    case "denounced":
      if (!quiet) shake(places.seat(event.caught ? seat : (event.by ?? -1)));
      return after;
    case "reversed":
      return after;
    default:
      return after;
  }
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
  const gap = n > MANY ? 0 : DRAW_GAP_MS;
  const fresh = mine ? places.fresh() : [],
    to = places.seat(seat);
  if (fresh.length)
    fresh.forEach((card, i) => fly("back", from, card, { after: after + i * gap, keep: true }));
  else if (to) for (let i = 0; i < Math.min(n, MANY); i++) fly("back", from, to, { after: after + i * gap });
  return after + Math.min(n, MANY) * gap;
}

/** @param {View} view @param {Places} places */
function deal(view, places) {
  const from = places.stock()?.getBoundingClientRect(),
    n = Math.max(0, ...(view.game?.counts ?? []));
  if (!from) return 0;
  let after = 0;
  const fresh = places.fresh();
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < view.table.seats; k++) {
      const seat = ((view.game?.first ?? 0) + k) % view.table.seats;
      const mine = seat === view.you ? fresh[i] : undefined,
        to = mine ?? places.seat(seat);
      if (!to || !view.seats[seat]) continue;
      fly("back", from, to, { after, length: DEAL_MS, keep: Boolean(mine) });
      after += DEAL_GAP_MS / 2;
    }
  }
  return after;
}

/** @param {HTMLElement | null} node */
function shake(node) {
  node?.animate(
    [{ translate: "0 0" }, { translate: "-4px 0" }, { translate: "4px 0" }, { translate: "0 0" }],
    { duration: 180, composite: "add" },
  );
}
