/* The games of this client: what the table asks a game for, and how a game is fetched.

   The table (elements/table-page.js and its parts) knows seats, clocks, votes, results; what a game looks like it asks
   of a GameModule. `games/{family}.js` exports one as `game`, made by `complete({...})` of games/plain.js from what
   differs; everything left out stays as in plain.js, which draws any view that has the common keys. A family's texts are
   messages/{language}/{family}.json (keys of options and presets carry the family: "option.taki.format"), its styles
   look/{name}.css. All functions are pure: they read the view and answer with data or new nodes.

   Whatever somebody wants goes through one event: `ask(node, "wish", wish)` from any node of the game (middle, own part,
   window); the table acts on it. */
import { style } from "../router.js";
import { familyOf, learnTexts } from "./families.js";
import { game as plain } from "./plain.js";

/** @import {Action, Event, View} from "../../wire.d.ts" */
/** @import {TableState} from "../table-state.js" */
/** @import {Held} from "../hand-order.js" */
/** @import {Step} from "../motion.js" */

/**
 * @typedef {{act: Action} | {play: string[], onto?: string} | {choose: string[]} | {ask: string} | {why: string}
 *   | {back: true}} Wish
 *   act: do it; play: cards of my hand are laid, `onto` the thing that has this name as its data-drop (asks `play` of
 *   the game what that means); choose: choose these cards of
 *   my hand; ask: open the game's window of this name; why: say why not; back: I am back at my seat
 */

/**
 * @typedef {object} Offer a button of my side; the same key in the same place while it makes sense
 * @property {string} key for the keyboard, the tests, and to keep the focus
 * @property {string} label
 * @property {Wish | null} wish null: it can't be pressed now, `why` says why
 * @property {boolean} [main] the one thing to press
 * @property {string} [why]
 */

/**
 * @typedef {object} Own what my side of the table looks like
 * @property {View} view
 * @property {boolean} mine something is asked of me now, and nothing of mine is held back
 * @property {readonly string[]} chosen cards of my hand that are chosen
 */

/**
 * @typedef {object} HandLook
 * @property {"one" | "many"} select tap and tap again to play, or choose any number
 * @property {ReadonlySet<string> | null} lit cards that may be played now; null: nothing is marked, all may be chosen
 * @property {(card: string) => string} reason why this card can't be played, in words
 */

/**
 * @typedef {object} SeatNotes what stands at somebody's seat, beside name, clock and number of cards
 * @property {string[]} calls words that pop up under the name ("Last one!")
 * @property {string[]} words what is read of the seat, beyond that
 * @property {string} note small line, "" for none
 * @property {{label: string, spoken: string, wish: Wish | null}[]} presses buttons below the seat
 * @property {{from: number, until: number} | null} fuse what burns down there (server's time, ms)
 */

/**
 * @typedef {object} Asked a window over the board
 * @property {string} key the same key is the same window: it is not built anew
 * @property {string} [line] what the line of my side says meanwhile
 * @property {boolean | "window"} focus does somebody wait for it, so that the keyboard belongs to it? "window": to the
 *   window, not to a button, so that a key pressed just now answers nothing
 * @property {() => HTMLElement} build see elements/ask-window.js; a window shuts itself by `ask(node, "close")`
 * @property {boolean} [shuts] it answers nothing: once shut, it stays shut; it stays to be read when it is asked no more
 */

/**
 * @typedef {HTMLElement & {
 *   show: (state: TableState, chosen: readonly string[]) => void,
 *   stock: HTMLElement | null,
 *   top: HTMLElement | null,
 *   spot: (name: string) => Element | null,
 * }} Middle the middle of the board; stock, top and spot say where cards fly from and to
 */

/**
 * @typedef {object} ResultWords what a game says of a round's and a match's end
 * @property {(view: View) => string} headline "Ana goes out"
 * @property {(view: View) => {text: string, rounds: boolean}} format "to 60 points"; is there more than one round?
 * @property {(view: View, seat: number) => string} note beside a name, while the round is counted
 * @property {(view: View, seat: number) => string[][]} left what is shown of a hand, in groups; empty: nothing was left
 * @property {(view: View) => boolean} low does the lowest total lead?
 * @property {(view: View, seat: number) => {figure: string, notes: string[]} | null} [total] the figure of a line; by itself
 *   the total in points
 * @property {((view: View) => Node | null) | null} more what comes below the list
 */

/**
 * @typedef {object} GameModule
 * @property {readonly string[]} styles of look/, without .css
 * @property {new () => Middle} middle
 * @property {(new () => HTMLElement & {show: (state: TableState, chosen: readonly string[]) => void}) | null} extra a part
 *   of my own side, beside the status line (own melds)
 * @property {boolean} rightward does the next player sit at the right?
 * @property {(view: View) => string} status what is going on, for whoever plays: the line of my side
 * @property {(own: Own) => Offer[]} offers
 * @property {(own: Own) => HandLook} hand
 * @property {readonly string[]} orders ways to sort a hand, the first by itself; texts "hand.sorted_{order}"
 * @property {(items: readonly Held[], order: string, view: View | null) => Held[]} sort
 * @property {(view: View, cards: readonly string[], onto?: string) => Wish | null} play what it means to lay these cards
 * @property {(view: View) => {text: string, quiet: boolean} | null} self a word under my own line
 * @property {(view: View, seat: number) => SeatNotes} seat
 * @property {(view: View, asked: string | null) => Asked | null} window what is asked now; `asked` is the name of the wish
 *   {ask} until it is answered or shut
 * @property {readonly string[]} beside types of actions that may go out while another is on its way
 * @property {(view: View, before: View | null) => {name: string, text: string} | null} warn said once in a life, before
 *   it costs
 * @property {(events: readonly Event[], view: View) => HTMLElement | null} flash what lies over the board for a few
 *   seconds, and takes no touch
 * @property {readonly string[]} anew types of events after which my hand is put in order at once
 * @property {Record<string, (event: Event, view: View) => string | null>} sentences words of events; null says nothing
 * @property {Record<string, Step>} moves movements of events of its own, see motion.js
 * @property {Record<string, keyof typeof import("../sound.js").sounds>} sounds of events of its own
 * @property {Record<string, readonly string[]>} keys a letter presses the first of these offers that is there
 * @property {ResultWords} result
 */

/** @type {Record<string, () => Promise<{game: GameModule}>>} */
const MODULES = {
  shedding: () => import("./shedding.js"),
  taki: () => import("./taki.js"),
  tongits: () => import("./tongits.js"),
};

/** Fetches all that a table of this game needs. @param {string} key @returns {Promise<GameModule>} */
export async function loadGame(key) {
  const load = MODULES[familyOf(key)];
  if (!load) return plain;
  const [{ game }] = await Promise.all([load(), learnTexts(key)]);
  await Promise.all(game.styles.map(style));
  return game;
}
