import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { HandOrder } from "../../static/js/hand-order.js";
import { speakWith, signed, t } from "../../static/js/i18n.js";
import { saltFor } from "../../static/js/salt.js";
import { sentence as sentenceOf } from "../../static/js/speech.js";
import { distance, others, statusLine as lineOf } from "../../static/js/table-state.js";
import { cardName } from "../../static/js/card-words.js";
import { reading } from "../../static/js/clock.js";

// a page that nobody sees: the elements of a game are made of it
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { define() {} };
const { game: shedding } = await import("../../static/js/games/shedding.js");
const { denouncing } = await import("../../static/js/games/shedding/state.js");
const statusLine = (view) => lineOf(view, shedding), sentence = (event, view) => sentenceOf(event, view, shedding);

const part = (lang, name) =>
  JSON.parse(readFileSync(new URL(`../../static/messages/${lang}/${name}.json`, import.meta.url), "utf8"));
const read = (lang) => ({ ...part(lang, "first"), ...part(lang, "table"), ...part(lang, "shedding") });
speakWith("en", read("en"));

const seat = (name) => ({
  player: { id: 1, name, avatar: "pear", guest: false },
  robot: false,
  left: false,
  standin: false,
  bank_ms: 0,
});
const game = (extra = {}) => ({
  top: "r7",
  color: "r",
  direction: 1,
  turn: 0,
  penalty: 0,
  bill: [],
  counts: [2, 2, 2, 2],
  hand: [],
  announced: [],
  window: null,
  drawn: null,
  choosing: null,
  left: [],
  phase: "playing",
  legal: [],
  reasons: {},
  round: 1,
  ...extra,
});
const view = (extra = {}, of = {}) => ({
  table: { id: 4, seats: 4, host: 0, game: "toma2", options: {} },
  seats: ["Ana", "Bruno", "Leo", "Noa"].map(seat),
  you: 0,
  phase: "playing",
  match: "m",
  round: null,
  held: false,
  game: game(of),
  ...extra,
});

test("the others sit in order of play, my left neighbour first; a spectator sees all", () => {
  assert.deepEqual(others(view({ you: 2 })), [3, 0, 1]);
  assert.deepEqual(others(view({ you: null })), [0, 1, 2, 3]);
});

test("how far it is to my turn, in either direction, past who left", () => {
  assert.equal(distance(view({}, { turn: 3 })), 1);
  assert.equal(distance(view({}, { turn: 3, direction: -1 })), 3);
  assert.equal(distance(view({}, { turn: 1, left: [2] })), 2);
  assert.equal(distance(view({ you: null }, { turn: 1 })), null);
});

test("the status line says what can be done", () => {
  const lines = [
    [view({}, { legal: [{ type: "play", card: "r3" }] }), "Your turn. Play red or 7"],
    [view({}, { legal: [{ type: "draw" }] }), "Your turn. Nothing fits: draw a card"],
    [
      view({}, { penalty: 8, legal: [{ type: "take" }, { type: "play", card: "r+2" }] }),
      "Your turn. Answer with +2 or +4, or take 8",
    ],
    [view({}, { penalty: 4, legal: [{ type: "take" }] }), "Your turn. Nothing answers it: take 4 cards"],
    [view({}, { drawn: "g2", legal: [{ type: "pass" }] }), "You drew green 2. Play it or keep it"],
    [view({}, { turn: 3 }), "Noa plays. You are next"],
    [view({ held: true }, {}), "Your move waits a moment: others may denounce"],
  ];
  for (const [what, line] of lines) assert.equal(statusLine(what), line);
});

test("denouncing: everybody but the target, once", () => {
  const open = { window: { seat: 1, by: [] } };
  assert.equal(denouncing(view({}, open), 1), "yes");
  assert.equal(denouncing(view({}, open), 2), "no");
  assert.equal(denouncing(view({ you: 1 }, open), 1), "no");
  assert.equal(denouncing(view({ you: null }, open), 1), "no");
  assert.equal(denouncing(view({}, { window: { seat: 1, by: [0] } }), 1), "done");
  assert.equal(denouncing(view({}, { ...open, left: [0] }), 1), "no");
});

test("the same event is told to me and to others in their own words", () => {
  const played = { type: "played", seat: 0, card: "W4", color: "g", left: 1 };
  assert.equal(sentence(played, view({}, { announced: [0] })), "You play wild +4: now green. One card left.");
  assert.equal(sentence({ ...played, left: 3 }, view({ you: 1 })), "Ana plays wild +4: now green");
  assert.equal(
    sentence({ type: "drew", seat: 0, count: 2, cards: ["r1", "Th"], reason: "penalty" }, view()),
    "You draw 2 cards: red 1 and 10 of hearts",
  );
  assert.equal(
    sentence({ type: "drew", seat: 1, count: 2, reason: "penalty" }, view()),
    "Bruno takes 2 cards",
  );
  assert.equal(sentence({ type: "window_opened", seat: 0 }, view()), null);
});

test("every kind of card has a spoken name", () => {
  for (const card of [
    "r7",
    "b+2",
    "gS",
    "yR",
    "W",
    "W4",
    "Qs",
    "Th",
    "rP",
    "bT",
    "ST",
    "CC",
    "K",
    "+3",
    "BR",
  ]) {
    assert.doesNotMatch(cardName(card), /\.|undefined|^$/, card);
  }
});

test("plural forms and numbers follow the language", () => {
  assert.equal(t("cards", { n: 0 }), "no cards");
  assert.equal(t("cards", { n: 1 }), "1 card");
  assert.equal(signed(-6000), "−6,000");
  speakWith("es", read("es"));
  assert.equal(t("cards", { n: 5 }), "5 cartas");
  assert.equal(signed(24000), "+24.000");
  speakWith("en", read("en"));
});

test("cards keep their places, new ones come in at the end, the pressed twin goes", () => {
  const hand = new HandOrder();
  hand.take(["r7", "b2", "r7", "W"]);
  const [first, , twin] = hand.items;
  assert.deepEqual(
    hand.take(["b2", "r7", "W", "g1"], twin.key).map((item) => item.card),
    ["g1"],
  );
  assert.deepEqual(
    hand.items.map((item) => item.card),
    ["r7", "b2", "W", "g1"],
  );
  assert.equal(hand.items[0].key, first.key);
  hand.sort((items) => shedding.sort(items, "colour"));
  assert.deepEqual(
    hand.items.map((item) => item.card),
    ["r7", "b2", "g1", "W"],
  );
  hand.sort((items) => shedding.sort(items, "rank"));
  assert.deepEqual(
    hand.items.map((item) => item.card),
    ["g1", "b2", "r7", "W"],
  );
});

test("a salt is given once asked, 32 bytes, the same for the same round", () => {
  const asking = view({ phase: "salting", round: { number: 2, salted: [1] } });
  const salt = saltFor(asking);
  assert.match(salt.salt, /^[0-9a-f]{64}$/);
  assert.deepEqual(saltFor(asking), salt);
  assert.notEqual(saltFor(view({ phase: "salting", round: { number: 3, salted: [] } })).salt, salt.salt);
  assert.equal(saltFor(view({ phase: "salting", round: { number: 2, salted: [0] } })), null);
  assert.equal(saltFor(view({ phase: "salting", you: null, round: { number: 2, salted: [] } })), null);
});

test("the clock runs its turn, then the spare time", () => {
  const clock = { starts: 0, deadline: 20_000, bank_deadline: 30_000 };
  assert.deepEqual(reading(clock, 5_000), { spare: false, left: 0.75, seconds: 15 });
  assert.deepEqual(reading(clock, 25_000), { spare: true, left: 0.5, seconds: 5 });
  assert.deepEqual(reading(clock, 99_000), { spare: true, left: 0, seconds: 0 });
});

test("suits are named as suits, and who may draw instead is told so", () => {
  const french = { top: "8h", color: "s", named: "suit", direction: 1 }, at = { table: { id: 4, seats: 4, host: 0, game: "crazy_eights", options: {} } };
  assert.equal(statusLine(view(at, { ...french, legal: [{ type: "play", card: "3s" }] })), "Your turn. Play spades");
  assert.equal(
    statusLine(view(at, { ...french, top: "Ks", legal: [{ type: "play", card: "3s" }, { type: "draw" }] })),
    "Your turn. Play spades or king, or draw a card",
  );
  assert.equal(statusLine(view(at, { ...french, choosing: 0 })), "Your turn. Name the suit");
  assert.equal(
    sentence({ type: "played", seat: 1, card: "8h", suit: "h", left: 3 }, view(at, french)),
    "Bruno plays 8 of hearts: now hearts",
  );
});

test("a penalty is answered by what passes it on in that game", () => {
  const answer = (game, top) =>
    statusLine(view({ table: { id: 4, seats: 4, host: 0, game, options: {} } },
      { top, color: "s", penalty: 4, legal: [{ type: "take" }, { type: "play", card: "x" }] }));
  assert.equal(answer("switch", "2s"), "Your turn. Answer with 2, or take 4");
  assert.equal(answer("uno", "W4"), "Your turn. Answer with +4, or take 4");
  assert.equal(answer("uno", "r+2"), "Your turn. Answer with +2, or take 4");
});

test("a wild draw four waits for one who may doubt it, and each hears of the answer in their own words", () => {
  const uno = { table: { id: 4, seats: 4, host: 0, game: "uno", options: {} } }, waits = { by: 3, seat: 0 };
  const asked = view(uno, { top: "W4", turn: 0, penalty: 4, challenge: waits, legal: [{ type: "accept" }, { type: "challenge" }] });
  assert.equal(statusLine(asked), "Your turn. Take the cards, or doubt it");
  assert.equal(shedding.window(asked, null).key, "challenge");
  assert.equal(statusLine({ ...asked, you: 1 }), "Ana may doubt the card of Noa");
  assert.equal(shedding.window({ ...asked, you: 1, game: { ...asked.game, legal: [] } }, null), null);
  const doubted = { type: "challenged", seat: 3, by: 0, guilty: true };
  assert.equal(sentence(doubted, view(uno)), "You doubt Noa, rightly: Noa draws 4");
  assert.equal(sentence(doubted, view({ ...uno, you: 3 })), "Ana doubts you, rightly: you draw 4");
  assert.equal(sentence({ ...doubted, guilty: false }, view({ ...uno, you: 1 })), "Ana doubts Noa, wrongly: Ana draws 6");
});

test("the shown hand is seen by the challenger and shut for good", () => {
  const seen = view({ table: { id: 4, seats: 4, host: 0, game: "uno", options: {} } }, { shown: { seat: 3, hand: ["r1"] } });
  const window = shedding.window(seen, null);
  assert.equal(window.key, "shown");
  assert.equal(window.shuts, true);
});

test("a card with several colours to name is asked about, any other is laid", () => {
  const legal = [{ type: "play", card: "r1" }, ...["r", "b"].map((color) => ({ type: "play", card: "W", color }))];
  assert.deepEqual(shedding.play(view({}, { legal }), ["r1"]), { act: legal[0] });
  assert.deepEqual(shedding.play(view({}, { legal }), ["W"]), { ask: "name W" });
  assert.equal(shedding.play(view({}, { legal }), ["g3"]), null);
  assert.equal(shedding.window(view({}, { legal }), "name W").key, "name W");
  assert.equal(shedding.window(view({}, { legal, turn: 1 }), "name W"), null);
});

test("a late call is offered out of turn, and none where the table knows no call", () => {
  const late = { turn: 1, legal: [{ type: "last_card" }] }, last = (seen) => shedding.offers({ view: seen, mine: false }).find(({ key }) => key === "last");
  assert.deepEqual(last(view({}, late)).wish, { act: { type: "last_card" } });
  assert.equal(last(view({ table: { id: 4, seats: 4, host: 0, game: "crazy_eights", options: { last_card_call: false } } }, late)), undefined);
});

test("the drawing for the deal is told, with who deals", () => {
  const draws = [[[0, "r9"], [1, "W"], [2, "b9"]], [[0, "g4"], [2, "y8"]]];
  assert.equal(sentence({ type: "dealer_drawn", draws }, view()), "Drawn for the deal: Ana green 4 and Leo yellow 8. Leo deals");
});

test("whose totals lead: low where one's own cards are charged, high where the winner collects", () => {
  const low = (game, options) => shedding.result.low(view({ table: { id: 4, seats: 4, host: 0, game, options } }));
  assert.deepEqual([low("toma2", {}), low("mau_mau", {}), low("uno", { scoring: "winnerCollects" }), low("uno", { scoring: "ownPoints" })],
    [true, true, false, true]);
  const text = (game, options) => shedding.result.format(view({ table: { id: 4, seats: 4, host: 0, game, options } }, { totals: [0, 0, 0] })).text;
  assert.equal(text("crazy_eights", { scoring: "points", target: 0 }), "to 150 points");
  assert.equal(text("uno", { scoring: "winnerCollects", target: 500 }), "to 500 points");
  assert.equal(text("uno", { scoring: "singleRound" }), "one round");
});

test("a game that nobody described is drawn by the common keys: every action is a button with its own name", async () => {
  const { game: plain } = await import("../../static/js/games/plain.js");
  const seen = view({}, { top: undefined, legal: [{ type: "play", card: "r1" }, { type: "slap", seat: 2 }, { type: "slap", seat: 3 }] });
  assert.deepEqual(plain.offers({ view: seen, mine: true }).map(({ key, label }) => [key, label]), [["slap", "slap 2"], ["slap 1", "slap 3"]]);
  assert.deepEqual([...plain.hand({ view: seen, mine: true }).lit], ["r1"]);
  assert.deepEqual(plain.offers({ view: seen, mine: false }), []);
  assert.equal(lineOf(seen, plain), "Your turn");
});
