import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { speakWith } from "../../static/js/i18n.js";
import { sentence as sentenceOf } from "../../static/js/speech.js";
import { statusLine } from "../../static/js/table-state.js";

// a page that nobody sees: the elements of a game are made of it
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { define() {} };
const { game: tongits } = await import("../../static/js/games/tongits.js");
const { continues, isMeld, meldName } = await import("../../static/js/games/tongits/melds.js");
const { bonus, due } = await import("../../static/js/games/tongits/result.js");
const { lays, places, suggestionAfter, suggestions, whyNoDraw } = await import("../../static/js/games/tongits/state.js");
const { press } = await import("../../static/js/games/tongits/table-meld.js");
const { prices } = await import("../../static/js/games/tongits/windows.js");

const part = (name) =>
  JSON.parse(readFileSync(new URL(`../../static/messages/en/${name}.json`, import.meta.url), "utf8"));
speakWith("en", { ...part("first"), ...part("table"), ...part("tongits") });

const seat = (name) => ({ player: { id: 1, name, avatar: "pear", guest: false }, robot: false, left: false, standin: false });
const meld = (owner, cards, more = {}) =>
  ({ owner, cards, size: 4, face_down: false, by: cards?.map(() => owner) ?? [], ...more });
const HAND = ["8h", "2s", "3s", "4s", "Qd"];
const view = (of = {}, options = {}, bet = 0) => ({
  table: { id: 4, seats: 3, host: 0, game: "tongits", options, bet },
  seats: ["Ana", "Bruno", "Leo"].map(seat), you: 0, phase: "playing", clock: null, held: false, settled: null,
  game: {
    turn: 0, step: "discard", top: "5s", stock: 9, discards: 3, pile: ["Jc", "9d", "5s"], counts: [5, 9, 9], hand: HAND,
    melds: [meld(1, ["5h", "6h", "7h"]), meld(2, null, { face_down: true }), meld(0, ["Kc", "Kd", "Ks"])],
    open: [0, 1, 2], blocked: [], call: null, answered: null, count: 18, dealer: 1, first: 1, round: 1, totals: [0, 0, 0],
    best: { melds: [["2s", "3s", "4s"]], rest: ["8h", "Qd"] }, left: [], phase: "playing", pot: 0, previous_winner: null,
    legal: [{ type: "meld", cards: ["2s", "3s", "4s"] }, { type: "lay_off", cards: ["8h"], meld: 0 }],
    outcome: null, result: null, ...of,
  },
});
const DRAW = {
  step: "draw",
  legal: [{ type: "draw_stock" }, { type: "take_discard", with: ["3s", "4s"] }, { type: "take_discard", with: ["2s", "3s", "4s"] }],
};
const wishes = (of, chosen = []) =>
  Object.fromEntries(tongits.offers({ view: view(of), mine: true, chosen }).map(({ key, wish }) => [key, wish]));

test("sets and runs; the ace is low (1.4, 1.5)", () => {
  for (const cards of [["As", "2s", "3s"], ["7h", "7d", "7c"], ["9c", "7c", "8c"], ["Th", "Td", "Tc", "Ts"]]) assert.ok(isMeld(cards));
  for (const cards of [["Qs", "Ks", "As"], ["7h", "7d"], ["7h", "8h", "9d"], ["2s", "4s", "5s"], []]) assert.ok(!isMeld(cards));
  assert.ok(continues(["5s", "6s", "7s"], ["4s", "8s"]) && !continues(["5s", "6s", "7s"], ["9s"]) && !continues(["5s", "6s", "7s"], []));
  assert.equal(meldName(["7h", "5h", "6h"]), "run of hearts, 5 to 7");
  assert.equal(meldName(["Kc", "Kd", "Ks"]), "set of 3: king");
});

test("chosen cards become a wish: laid down, laid off, or asked where there is more than one way", () => {
  assert.deepEqual(wishes({}, ["3s", "2s", "4s"]).lay, { act: { type: "meld", cards: ["2s", "3s", "4s"], face_down: false } });
  assert.deepEqual(wishes({}, ["8h"]).lay, { act: { type: "lay_off", cards: ["8h"], meld: 0 } });
  assert.equal(wishes({}, ["8h", "Qd"]).lay, null);
  const queens = ["Qc", "Qd", "Qh", "Qs"];
  assert.deepEqual(lays(view({ hand: queens }), queens).map(({ face_down }) => face_down), [true, false]);
  assert.deepEqual(wishes({ hand: queens }, queens).lay, { ask: "lay Qc Qd Qh Qs" });
  assert.deepEqual(wishes({}, ["Qd"]).discard, { act: { type: "discard", card: "Qd" } });
  assert.equal(wishes({}, ["Qd", "8h"]).discard, null);
});

test("the discard is taken with the chosen cards, at once where there is one way, else I am asked (4.6)", () => {
  assert.deepEqual(wishes(DRAW).take, { ask: "take" });
  assert.deepEqual(wishes(DRAW, ["4s", "3s"]).take, { act: DRAW.legal[1] });
  assert.deepEqual(wishes({ ...DRAW, legal: DRAW.legal.slice(0, 2) }).take, { act: DRAW.legal[1] });
  assert.equal(wishes({ ...DRAW, legal: DRAW.legal.slice(0, 1) }).take, null);
});

test("suggestions go round: melds of the best division, then what fits on the table, then nothing", () => {
  assert.deepEqual(suggestions(view()), [["2s", "3s", "4s"], ["8h"]]);
  assert.deepEqual(suggestionAfter(view(), []), ["2s", "3s", "4s"]);
  assert.deepEqual(suggestionAfter(view(), ["4s", "2s", "3s"]), ["8h"]);
  assert.deepEqual(suggestionAfter(view(), ["8h"]), []);
  assert.deepEqual(suggestions(view(DRAW)), [["3s", "4s"], ["2s", "3s", "4s"]]);
});

test("a press on a meld lays the chosen cards off, else chooses what fits, else says why not", () => {
  const at = (index, chosen, of) => press(view(of), { index, meld: view(of).game.melds[index] }, chosen);
  assert.deepEqual(at(0, ["8h"]), { act: { type: "lay_off", cards: ["8h"], meld: 0 } });
  assert.deepEqual(at(0, []), { choose: ["8h"] });
  assert.match(at(0, ["Qd"]).why, /do not continue/);
  assert.match(at(1, ["Qd"]).why, /face-down/);
  assert.match(at(2, []).why, /Nothing in your hand/);
  assert.match(at(0, ["8h"], DRAW).why, /Draw a card first/);
  assert.match(at(0, ["8h"], { turn: 1 }).why, /not your turn/);
});

test("cards dragged onto a thing mean that thing", () => {
  const play = (cards, onto, of) => tongits.play(view(of), cards, onto);
  assert.deepEqual(play(["Qd"], "discard"), { act: { type: "discard", card: "Qd" } });
  assert.deepEqual(play(["8h"], "meld 0"), { act: { type: "lay_off", cards: ["8h"], meld: 0 } });
  assert.match(play(["Qd"], "meld 0").why, /do not continue/);
  assert.deepEqual(play(["8h"]), { ask: "lay 8h" });
  assert.deepEqual(play(["Qd"]), { act: { type: "discard", card: "Qd" } });
  assert.match(play(["Qd"], "discard", DRAW).why, /Draw a card first/);
});

test("why no Draw can be called: not open, blocked, drawn already, not my turn (10.1, 7.4)", () => {
  assert.match(whyNoDraw(view({ ...DRAW, open: [1] })), /not open/);
  assert.match(whyNoDraw(view({ ...DRAW, blocked: [0] })), /Blocked/);
  assert.match(whyNoDraw(view()), /drew already/);
  assert.match(whyNoDraw(view({ turn: 2, step: "draw" })), /Only in your turn/);
  assert.equal(whyNoDraw(view({ ...DRAW, legal: [{ type: "call_draw" }] })), "");
});

test("the hand keeps melds together, in front, then suits or ranks", () => {
  const items = HAND.map((card, i) => ({ key: `c${i}`, card })), sorted = (order) => tongits.sort(items, order, view()).map(({ card }) => card);
  assert.deepEqual(sorted("suit"), ["2s", "3s", "4s", "8h", "Qd"]);
  const more = view({ best: { melds: [], rest: HAND } });
  assert.deepEqual(tongits.sort(items, "figure", more).map(({ card }) => card), ["2s", "3s", "4s", "8h", "Qd"]);
  assert.deepEqual(tongits.sort(items, "suit", more).map(({ card }) => card), ["8h", "Qd", "2s", "3s", "4s"]);
});

test("the next player sits at the right, whoever is before me at the left (2.2); a spectator sees a third", () => {
  assert.deepEqual(places(view()), { right: 1, far: null, left: 2 });
  assert.deepEqual(places({ ...view(), you: null }), { right: 0, far: 1, left: 2 });
});

test("a Draw: nobody learns an answer, everybody learns both prices (10.9, 14.5, 14.7)", () => {
  const call = { caller: 1, waiting: [0, 2], folded: [] };
  assert.equal(statusLine(view({ call, turn: null }), tongits), "Bruno calls a Draw: fold or fight?");
  const waiting = { caller: 1, waiting: [2], folded: [] };
  assert.match(statusLine(view({ call: waiting, turn: null, answered: "fold" }), tongits), /^You fold\. It is shown when/);
  assert.equal(prices(view({}, {}, 25)), "Folding gives you back 12; fighting and losing costs all 25.");
  assert.match(prices(view({}, { fold_refund_pct: 0 }, 25)), /costs the same/);
  assert.match(prices(view({}, { stake_mode: "payment_table" }, 100)), /^Folding costs 10, fighting and losing 30; .* 10 .* 20 /);
  assert.match(prices(view({}, { format: "first_to" }, 100)), /gives up this hand/);
});

test("what a loser owes is explained: base, burnt, aces of the winner, a secret four (14.7-14.9)", () => {
  const outcome = {
    winner: 1, ending: "draw", fought: [0, 1], folded: [2], points: [0, 1, 0], blocked: false, counts: {},
    hands: { 0: ["9d"], 1: ["As", "7c"], 2: ["Kd"] }, divisions: { 0: [], 1: [], 2: [] },
  };
  const { game } = view({ outcome, open: [0, 1], melds: [meld(1, ["Ah", "2h", "3h"]), meld(0, ["Ad", "2d", "3d"]), meld(1, ["8c", "8d", "8h", "8s"], { face_down: true })] });
  assert.deepEqual(bonus(game, outcome), { aces: 2, four: ["8c", "8d", "8h", "8s"] });
  assert.deepEqual(due(game, outcome, 0), { base: 3, burnt: 0, aces: 2, secret: 2 });
  assert.deepEqual(due(game, outcome, 2), { base: 1, burnt: 1, aces: 2, secret: 2 });
  const held = { ...outcome, divisions: { ...outcome.divisions, 1: [["9c", "9d", "9h", "9s"]] } };
  assert.deepEqual(bonus({ ...game, melds: [] }, held).four, ["9c", "9d", "9h", "9s"]);
});

test("events are told to me and to others in their own words, hidden cards to nobody else", () => {
  const said = (event, of) => sentenceOf(event, view(of), tongits);
  assert.equal(said({ type: "melded", seat: 0, cards: ["7h", "7d", "7c"], face_down: false }), "You lay down 7 of hearts, 7 of diamonds, and 7 of clubs");
  assert.equal(said({ type: "melded", seat: 2, cards: null, size: 4, face_down: true }), "Leo lays down four cards, face down");
  assert.equal(said({ type: "laid_off", seat: 2, meld: 2, cards: ["Kh"] }), "Leo lays off king of hearts on your meld: no Draw in your next turn");
  assert.equal(said({ type: "laid_off", seat: 0, meld: 0, cards: ["8h"] }), "You lay off 8 of hearts on Bruno");
  assert.equal(said({ type: "laid_off", seat: 1, meld: 0, cards: ["8h"] }), "Bruno lays off 8 of hearts on an own meld");
  assert.equal(said({ type: "folded", seat: 2, forced: true }), "Leo is not open and has to fold");
  assert.equal(said({ type: "round_ended", winner: null, ending: "void" }), "The stock is gone and nobody is open: the hand is void");
});
