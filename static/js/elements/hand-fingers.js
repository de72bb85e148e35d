/* Fingers on a hand of cards: a drag upwards plays, a finger sliding along shows each card and chooses the last. */
import { mark } from "../dom.js";

/** @import {CardHand} from "./card-hand.js" */

/** How far a finger goes before it is a drag, and before a drag plays (px). */
const SLIDE_PX = 10, PLAY_PX = 56;

/** The name of what lies under a finger, where cards may be dropped on it. @param {PointerEvent} event */
function under({ clientX, clientY }) {
  const things = document.elementsFromPoint(clientX, clientY).map((node) => node.closest("[data-drop]"));
  return things.find(Boolean)?.getAttribute("data-drop") ?? undefined;
}

/** Lets fingers move the cards of a hand. @param {CardHand} hand */
export function fingers(hand) {
  /** @type {{x: number, y: number, key: string, moved: boolean} | null} */
  let finger = null;

  /** @param {PointerEvent} event */
  function down(event) {
    hand.deaf = false;
    const key = /** @type {Element} */ (event.target).closest("li")?.dataset.key;
    if (!key || event.button > 0) return;
    finger = { x: event.clientX, y: event.clientY, key, moved: false };
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!finger) return;
    const dx = event.clientX - finger.x, dy = event.clientY - finger.y;
    if (!finger.moved && Math.hypot(dx, dy) < SLIDE_PX) return;
    if (!finger.moved) hand.list.setPointerCapture(event.pointerId);   // a mouse may let go anywhere
    finger.moved = true;
    if (-dy > Math.abs(dx) || hand.hasAttribute("data-drag")) {
      const hold = hand.holdAt(finger.key);
      mark(hand, "data-drag", true);
      hold?.style.setProperty("translate", `${dx}px ${Math.min(0, dy) - 12}px`);
      mark(hold, "data-peek", true);
      return;
    }
    const item = document.elementFromPoint(event.clientX, event.clientY)?.closest("li");
    const key = item && hand.list.contains(item) ? item.dataset.key : undefined;
    if (key && key !== finger.key) {
      mark(hand.holdAt(finger.key), "data-peek", null);
      finger.key = key;
    }
    mark(hand.holdAt(finger.key), "data-peek", true);
  }

  /** @param {PointerEvent} event */
  function up(event) {
    const was = finger, dragged = hand.hasAttribute("data-drag");
    lift();
    if (!was?.moved) return;
    hand.deaf = true;
    setTimeout(() => {
      hand.deaf = false;
    }, 0);
    if (!dragged || was.y - event.clientY >= PLAY_PX) hand.released(was.key, dragged, dragged ? under(event) : undefined);
  }

  function lift() {
    hand.holdAt(finger?.key ?? null)?.style.removeProperty("translate");
    for (const shown of hand.list.querySelectorAll("[data-peek]")) shown.removeAttribute("data-peek");
    hand.removeAttribute("data-drag");
    finger = null;
  }

  hand.list.addEventListener("pointerdown", down);
  hand.list.addEventListener("pointermove", move);
  hand.list.addEventListener("pointerup", up);
  hand.list.addEventListener("pointercancel", lift);
}
