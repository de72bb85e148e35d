import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { speakWith } from "../../static/js/i18n.js";
import { sentence as sentenceOf } from "../../static/js/speech.js";

// a page that nobody sees: the elements of a game are made of it
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { define() {} };
const { game: taki } = await import("../../static/js/games/taki.js");
const { answers } = await import("../../static/js/games/taki/windows.js");
const { way } = await import("../../static/js/games/taki/progress.js");

const part = (name) =>
  JSON.parse(readFileSync(new URL(`../../static/messages/en/${name}.json`, import.meta.url), "utf8"));
speakWith("en", { ...part("first"), ...part("table"), ...part("taki") });

const NAMES = ["Ana", "Bruno", "Leo", "Noa"];
const game = (extra = {}) => ({
  top: "r7", color: "r", figure: "7", direction: 1, turn: 0, penalty: 0, stock: 30, discards: 3, pile: ["r7"],
  counts: [3, 3, 3, 3], hand: ["r1", "b4", "K"], announced: [], owes: [], window: null, answered: null,
  open_taki: null, run: false, duty: null, stages: null, totals: [0, 0, 0, 0], left: [], phase: "playing",
  legal: [], reasons: {}, round: 1, outcome: null, result: null, ...extra,
});
const view = (of = {}, extra = {}) => ({
  table: { game: "taki", seats: 4, bet: 0, options: {} },
  seats: NAMES.map((name, id) => ({ player: { id, name, avatar: "pear" }, left: false, standin: false })),
  you: 0, phase: "playing", held: false, hold: null, clock: null, game: game(of), ...extra,
});
/** A +3 of Leo (2) waits for the others. */
const waiting = (legal, of = {}, extra = {}) =>
  view({ top: "+3", turn: null, window: { by: 2, king: 3 }, answered: false, legal, ...of },
    { clock: { seats: [0, 1, 3], kind: "window", starts: 1000, deadline: 6000, bank_deadline: 6000 }, ...extra });
const accept = { type: "accept" }, breaker = { type: "breaker" }, last = { type: "last_card" };
const play = (card, color) => ({ type: "play", card, ...(color ? { color } : {}) });
const offersOf = (seen, mine = true) => taki.offers({ view: seen, mine, chosen: [] });
const offer = (seen, key, mine = true) => offersOf(seen, mine).find((one) => one.key === key);
const sentence = (event, seen) => sentenceOf(event, seen, taki);
const looks = (seen) => answers(seen).map(({ key, label }) => [key, label]);

test("the answers to a +3 look the same with and without a breaker; who has none is told by pressing", () => {
  const without = waiting([accept]), holding = waiting([accept, breaker], { hand: ["BR", "r1"] });
  assert.deepEqual(looks(without), looks(holding));
  assert.deepEqual(answers(holding).at(-1).wish, { act: breaker });
  assert.deepEqual(answers(without).at(-1).wish, { why: "You hold no breaker" });
  const [one, other] = [without, holding].map((seen) => taki.window(seen, null));
  assert.deepEqual([one.key, one.focus], [other.key, other.focus]);
  assert.deepEqual(offersOf(without), offersOf(holding));
  assert.equal(taki.status(without), taki.status(holding));
});

test("the next player's answers have a King in them, whether or not one is held", () => {
  const next = { you: 3 }, without = waiting([accept], {}, next), holding = waiting([accept, play("K")], {}, next);
  assert.deepEqual(looks(without), looks(holding));
  assert.deepEqual(looks(without).map(([key]) => key), ["accept", "king", "break"]);
  assert.deepEqual(answers(without)[1].wish, { why: "You hold no King" });
  assert.deepEqual(answers(holding)[1].wish, { act: play("K") });
  assert.deepEqual(looks(waiting([accept])).map(([key]) => key), ["accept", "break"]);
});

test("whoever has answered, played the +3 or only watches is asked nothing", () => {
  assert.ok(taki.window(waiting([accept]), null));
  assert.equal(taki.window(waiting([], { answered: true }), null), null);
  assert.equal(taki.status(waiting([], { answered: true })), "You draw 3, unless somebody breaks it");
  assert.equal(taki.window(waiting([], { answered: null }, { you: 2 }), null), null);
  assert.equal(taki.status(waiting([], { answered: null }, { you: 2 })), "Your +3: the others answer");
  assert.equal(taki.window(waiting([], { answered: null, legal: null }, { you: null }), null), null);
});

test("a breaker is laid by its own word, a Change Colour asks for its colour, any other card just goes", () => {
  assert.deepEqual(taki.play(waiting([accept, breaker]), ["BR"]), { act: breaker });
  const mine = view({ legal: [play("BR"), play("r1"), ...["r", "b", "g", "y"].map((color) => play("CC", color))] });
  assert.deepEqual(taki.play(mine, ["BR"]), { act: play("BR") });
  assert.deepEqual(taki.play(mine, ["r1"]), { act: play("r1") });
  assert.deepEqual(taki.play(mine, ["CC"]), { ask: "name CC" });
  assert.equal(taki.window(mine, "name CC").key, "name CC");
  assert.deepEqual(taki.play(view({ legal: [play("CC")] }), ["CC"]), { act: play("CC") });
  assert.ok(taki.hand({ view: waiting([accept, breaker]), mine: true, chosen: [] }).lit.has("BR"));
});

test("a run ends in two ways, and the one that is not open says why", () => {
  const run = { run: true, open_taki: "r" };
  const both = view({ ...run, top: "r3", figure: "3", legal: [play("r1"), { type: "close" }, { type: "leave_open" }] });
  assert.deepEqual(["close", "leave"].map((key) => offer(both, key).wish.act.type), ["close", "leave_open"]);
  const bare = view({ ...run, top: "rT", figure: "T", legal: [play("r1"), { type: "leave_open" }] });
  assert.equal(offer(bare, "close").wish, null);
  assert.equal(offer(bare, "close").why, "With a TAKI on top the run stays open");
  assert.equal(offer(bare, "leave").main, true);
  const debt = view({ ...run, top: "r+2", figure: "+2", legal: [play("r1"), { type: "close" }] });
  assert.equal(offer(debt, "leave").why, "With this card on top the run can only be closed");
  assert.equal(taki.status(debt), "Your run: more red, or end it, and the +2 acts");
  assert.equal(taki.status(view({ ...run, legal: [play("K"), { type: "close" }] })), "Your run: no red card is left. End it");
});

test("every card that can't be laid says why", () => {
  const why = (code, card = "b4", of = {}) => taki.hand({ view: view({ reasons: { [card]: code }, ...of }), mine: true }).reason(card);
  assert.equal(why("does_not_fit"), "It does not go with red or 7");
  assert.equal(why("in_a_run", "b4", { open_taki: "r", run: true }), "Not in your run: only red goes on");
  assert.equal(why("debt_pending"), "Not now: answer with a +2 or a King, or take the cards");
  assert.equal(why("not_your_turn"), "It is not your turn");
  assert.equal(why("plus_three_waits", "r1", { window: { by: 2, king: 3 } }), "Not now: a +3 waits for answers");
  assert.equal(why("plus_three_waits", "K", { window: { by: 2, king: 3 } }), "Only the next player may answer with a King: Noa");
  assert.equal(why("plus_three_waits", "K", { window: { by: 2, king: null } }), "At this table a King does not answer a +3");
});

test("a call that is owed is the one thing to press, at my seat and in words at others'", () => {
  const owed = view({ turn: 1, owes: [0], legal: [last] }, { hold: { until: 9000 } });
  assert.deepEqual(offersOf(owed, false).filter(({ main }) => main).map(({ key }) => key), ["last"]);
  assert.equal(taki.status(owed), "One card left: call it before the next move");
  assert.deepEqual(taki.self(owed), { text: "not called", quiet: true });
  const seen = taki.seat({ ...owed, you: 2 }, 0);
  assert.equal(seen.note, "not called");
  assert.deepEqual(seen.fuse, { from: 7000, until: 9000 });
  assert.deepEqual(taki.self(view({ announced: [0] })), { text: "Last card!", quiet: false });
  assert.equal(offer(view({ announced: [0] }), "last").why, "You said it already");
  assert.equal(offer(view(), "last").why, "Only with one or two cards in hand");
  assert.equal(offer(view({ turn: 1 }), "last", false).why, "Only in your turn, with one or two cards");
});

test("duties, debts and open runs are said, and have their button", () => {
  const king = view({ duty: "king", legal: [play("r1"), { type: "pass" }] });
  assert.equal(offer(king, "pass").label, "No more cards");
  assert.equal(taki.status(king), "Your King: play any card, or no more");
  const plus = view({ duty: "plus", figure: "P", legal: [play("r1"), { type: "draw" }] });
  assert.equal(taki.status(plus), "Your Plus: one more card with red or plus, or draw");
  assert.deepEqual(taki.seat({ ...plus, you: 1 }, 0).calls, ["one more"]);
  const debt = view({ penalty: 4, legal: [{ type: "take" }] });
  assert.equal(offer(debt, "draw").label, "Take 4 cards");
  assert.equal(taki.status(debt), "Your turn. Nothing answers it: take 4 cards");
  assert.equal(taki.status(view({ turn: 1, run: true, open_taki: "g" })), "Bruno is putting down green");
});

test("stages and won hands stand at the seats, at my side, and in the result", () => {
  const tour = view({ stages: [7, 8, 1, 5] }), match = view({ totals: [1, 2, 0, 0] });
  tour.table.options.format = "tournament";
  match.table.options.format = "first_to";
  assert.equal(taki.seat(tour, 1).note, "stage 8");
  assert.deepEqual([way(tour).done, way(tour).of, way(tour).text], [1, 8, "Stage 7"]);
  assert.equal(taki.seat(match, 1).note, "2 won");
  assert.equal(taki.seat(match, 2).note, "");
  assert.equal(way(match).text, "1 of 3 hands");
  assert.equal(way(view()), null);
  assert.deepEqual(taki.result.total(tour, 3), { figure: "5", notes: ["stage"] });
  assert.deepEqual(taki.result.total(match, 0), { figure: "1", notes: ["hand won"] });
  assert.equal(taki.result.total(view(), 0), null);
  assert.deepEqual(taki.result.format(match), { text: "first to 3 hands", rounds: true });
});

test("every event of TAKI has its sentence, in the right person", () => {
  const tell = (event, you = 0) => sentence({ seat: 0, ...event }, view({}, { you }));
  assert.equal(tell({ type: "run_opened", color: "r" }, 1), "Ana runs on red");
  assert.equal(tell({ type: "run_closed" }), "You close the run");
  assert.equal(tell({ type: "left_open", color: "r" }, 1), "Ana leaves the run open: red");
  assert.equal(tell({ type: "plus_three_ended", how: "broken", by: 1 }), "Bruno breaks your +3: you draw 3");
  assert.equal(tell({ type: "plus_three_ended", how: "king", by: 1 }, 1), "You cancel the +3 of Ana with a King: nobody draws");
  assert.equal(tell({ type: "plus_three_ended", how: "drawn", by: null }, 1), "Nobody breaks the +3: all but Ana draw 3");
  assert.equal(tell({ type: "fined", count: 4 }, 1), "Ana forgot to call the last card: 4 cards more");
  assert.equal(tell({ type: "drew", count: 4, reason: "fined" }, 1), null);
  assert.equal(tell({ type: "drew", count: 1, cards: ["b5"], reason: "fined" }), "You draw blue 5");
  assert.equal(tell({ type: "drew", count: 3, reason: "breaker" }, 1), "Ana draws 3 cards");
  assert.equal(tell({ type: "stage_entered", stage: 7 }, 1), "Ana is in stage 7: 7 new cards");
  assert.equal(tell({ type: "duty", duty: "king" }), "You may play any card now");
  assert.equal(tell({ type: "passed", forced: false }, 1), "Ana plays no further card");
  assert.equal(tell({ type: "announced" }, 1), "Ana: Last card!");
});

test("a hand is put in order by colour and by rank, cards without a colour last", () => {
  const held = ["BR", "g+2", "K", "rT", "ST", "r3", "CC", "+3", "gS"].map((card) => ({ key: card, card }));
  const order = (by) => taki.sort(held, by, null).map(({ card }) => card);
  assert.deepEqual(order("colour"), ["r3", "rT", "gS", "g+2", "CC", "ST", "K", "+3", "BR"]);
  assert.deepEqual(order("rank"), ["r3", "gS", "rT", "g+2", "CC", "ST", "K", "+3", "BR"]);
});
