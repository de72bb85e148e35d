import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { Store } from "../../static/js/store.js";
import { Trouble } from "../../static/js/trouble.js";

class Line extends EventTarget {
  state = "off";
  attempt = 0;
  is(state, attempt = this.attempt) {
    Object.assign(this, { state, attempt });
    this.dispatchEvent(new Event("state"));
  }
}
const update = (seq) => ({
  type: "update", table: 4, seq, now: Date.now(), events: [],
  view: { table: { id: 4, code: "AAAA", game: "toma2", bet: 0 }, seats: [], you: null, phase: "playing", game: null },
});
const hello = { type: "hello", player: null, tables: [], now: 0 };

function begin() {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const line = new Line(), store = new Store(), trouble = new Trouble(line, store), heard = [];
  trouble.addEventListener("change", () => heard.push(trouble.long ? `${trouble.shown}, long` : trouble.shown));
  line.is("connecting");
  line.is("open");
  store.take(update(1));
  return { line, store, heard };
}

test("a blip is no news; what lasts is told once, and that it is over when the view has come", () => {
  const { line, store, heard } = begin();
  line.is("waiting", 1);
  mock.timers.tick(600);
  line.is("open", 0);
  mock.timers.tick(5_000);
  assert.deepEqual(heard, []);
  line.is("waiting", 1);
  mock.timers.tick(400);
  line.is("connecting");
  mock.timers.tick(300);
  assert.deepEqual(heard, ["lost"]);
  mock.timers.tick(2_300);
  line.is("waiting", 2);
  store.take(hello);
  line.is("open", 0);
  assert.deepEqual(heard, ["lost", "lost, long"]);
  store.take(update(3));
  assert.deepEqual(heard, ["lost", "lost, long", null]);
  mock.timers.reset();
});

test("a table that stands still is told after the same while; the next update ends it", () => {
  const { store, heard } = begin();
  store.take({ type: "stalled", table: 4, why: "storage" });
  mock.timers.tick(700);
  assert.deepEqual(heard, ["stalled"]);
  store.take(update(1));
  assert.deepEqual(heard, ["stalled", null]);
  store.take({ type: "stalled", table: 4, why: "owner" });
  mock.timers.tick(300);
  store.take(update(1));
  mock.timers.tick(5_000);
  assert.deepEqual(heard, ["stalled", null]);
  mock.timers.reset();
});

test("the first attempt of a page is no trouble", () => {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const line = new Line(), trouble = new Trouble(line, new Store());
  line.is("connecting");
  mock.timers.tick(2_000);
  assert.equal(trouble.shown, null);
  line.is("waiting", 1);
  mock.timers.tick(700);
  assert.equal(trouble.shown, "lost");
  mock.timers.reset();
});

test("what stood still is no trouble any more where it is left", () => {
  const { store, heard } = begin();
  store.take({ type: "stalled", table: 4, why: "storage" });
  mock.timers.tick(700);
  store.forget(4);
  assert.deepEqual(heard, ["stalled", null]);
  mock.timers.reset();
});
