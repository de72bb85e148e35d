import assert from "node:assert/strict";
import test from "node:test";
import { Store } from "../../static/js/store.js";

const view = (id, extra = {}) => ({
  table: { id, code: "AAAA", game: "toma2", bet: 6000 },
  seats: [],
  you: null,
  phase: "playing",
  game: null,
  ...extra,
});
const update = (seq, extra = {}) => ({
  type: "update",
  table: 4,
  seq,
  now: Date.now(),
  events: [],
  view: view(4, extra),
});

function listen(store, ...names) {
  const heard = [];
  for (const name of names)
    store.addEventListener(name, (event) => heard.push([name, event.detail?.view?.mark ?? event.detail]));
  return heard;
}

test("updates in order are told one by one, with the view before", () => {
  const store = new Store();
  const before = [];
  store.addEventListener("table", (event) => before.push(event.detail.before?.mark));
  store.take(update(5, { mark: "a" }));
  store.take(update(6, { mark: "b" }));
  assert.deepEqual(before, [undefined, "a"]);
  assert.equal(store.table(4).seq, 6);
});

test("the news of a table are told before what follows from them for my seats", () => {
  const store = new Store();
  const heard = listen(store, "seated", "table");
  store.take(update(1, { you: 0, seats: [{ left: false }] }));
  assert.deepEqual(heard.map(([name]) => name), ["table", "seated"]);
});

test("a gap is told, and the newest view shown all the same; overtaken updates are dropped", () => {
  const store = new Store();
  store.take(update(5));
  const heard = listen(store, "table", "gap");
  store.take(update(8, { mark: "new" }));
  store.take(update(7, { mark: "late" }));
  assert.deepEqual(heard, [
    ["table", "new"],
    ["gap", 4],
  ]);
  assert.equal(store.table(4).view.mark, "new");
});

test("after hello, any seq is taken as the whole truth, also a lower one", () => {
  const store = new Store();
  store.take(update(50, { mark: "old" }));
  store.take({ type: "hello", player: null, tables: [], now: Date.now() });
  const heard = listen(store, "gap");
  store.take(update(20, { mark: "truth" }));
  assert.equal(store.table(4).view.mark, "truth");
  assert.deepEqual(heard, []);
  store.take(update(21));
  assert.equal(store.table(4).seq, 21);
});

test("the clock is told best by the least delayed message", () => {
  const store = new Store();
  store.take({ type: "hello", player: null, tables: [], now: Date.now() + 1000 });
  store.take({ ...update(1), now: Date.now() + 4000 });
  store.take({ ...update(2), now: Date.now() - 9000 });
  assert.ok(Math.abs(store.now() - Date.now() - 4000) < 50);
});

test("my seats follow from hello, views and gone; practice is no coin seat", () => {
  const store = new Store();
  store.take({
    type: "hello",
    player: null,
    tables: [{ id: 9, code: "P", game: "toma2", phase: "playing", bet: 0 }],
    now: 1,
  });
  assert.deepEqual(store.coinSeats(), []);
  store.take(update(1, { you: 0, seats: [{ left: false }] }));
  assert.deepEqual(
    store.coinSeats().map((seat) => seat.id),
    [4],
  );
  store.take(update(2, { you: 0, seats: [{ left: true }] }));
  assert.deepEqual(store.coinSeats(), []);
  store.take({ type: "gone", table: 9, reason: "closed" });
  assert.deepEqual(store.seated, []);
});

test("the lobby changes row by row", () => {
  const store = new Store();
  store.take({ type: "lobby", rows: [{ id: 1 }, { id: 2 }], now: 1 });
  store.take({ type: "lobby_changed", rows: [{ id: 2, bet: 5 }, { id: 3 }], gone: [1] });
  assert.deepEqual([...store.rows.values()], [{ id: 2, bet: 5 }, { id: 3 }]);
});

test("after a stall the next update is taken, whatever its number, and asks for nothing", () => {
  const store = new Store();
  const heard = listen(store, "stalled", "gap");
  store.take(update(5, { mark: "a" }));
  store.take({ type: "stalled", table: 4, why: "storage" });
  assert.ok(store.table(4).stalled);
  store.take(update(8, { mark: "b" }));
  assert.ok(!store.table(4).stalled);
  assert.equal(store.table(4).view.mark, "b");
  assert.deepEqual(heard, [["stalled", 4]]);
});

test("a frame that comes twice is told once; a view that was asked for may have the number that is known", () => {
  const store = new Store(), told = [];
  store.addEventListener("table", ({ detail }) => told.push(detail.events.length));
  const frame = { ...update(5), events: [{ type: "drew", seat: 0, count: 1 }] };
  store.take(frame);
  store.take(frame);
  store.take({ type: "hello", player: null, tables: [], now: Date.now() });
  store.take({ ...update(5, { mark: "whole" }), events: frame.events });
  assert.deepEqual(told, [1, 0, 0]);
  assert.deepEqual(store.table(4).log.map(({ id }) => id), ["5.0"]);
  assert.equal(store.table(4).view.mark, "whole");
});

test("C-13: a frame of a type that is not known changes nothing", () => {
  const store = new Store();
  store.take(update(5, { mark: "a" }));
  store.take({ type: "from_next_year", table: 4, view: null });
  assert.equal(store.table(4).view.mark, "a");
});
