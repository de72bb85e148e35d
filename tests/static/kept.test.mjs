import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { doorOf } from "../../static/js/door.js";
import { speakWith } from "../../static/js/i18n.js";
import { Store } from "../../static/js/store.js";
import { keptSeats } from "../../static/js/table-state.js";
import { refusal } from "../../static/js/words.js";

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { define() {} };
globalThis.location ??= { protocol: "http:", host: "localhost" };
globalThis.document ??= { addEventListener() {} };
const { store } = await import("../../static/js/app.js");
const { keep, keepToo, takeUp } = await import("../../static/js/invited.js");
const { choice } = await import("../../static/js/elements/table-row.js");

const row = (extra = {}) => ({
  id: 7, code: "K7F3", game: "toma2", options: {}, bet: 6000, ante: 0, seats: 3, robots: 0, phase: "waiting", kept: 0,
  players: [{ id: 1, name: "Ana", avatar: "fig" }], ...extra,
});
const me = { id: 5, coins: 60_000 };

test("a row whose free seats are all kept lets nobody in but who is invited", () => {
  assert.deepEqual(choice(row({ kept: 2 }), me, [], []), { why: "kept" });
  assert.deepEqual(choice(row({ kept: 2 }), null, [], []), { why: "kept" });
  assert.deepEqual(choice(row({ kept: 2 }), me, [], [7]), { does: "join" });
  assert.deepEqual(choice(row({ kept: 2 }), me, [], [8]), { why: "kept" });
  assert.deepEqual(choice(row({ kept: 1 }), me, [], []), { does: "join" });
  assert.deepEqual(choice(row({ kept: 1, robots: 1 }), me, [], []), { why: "kept" });
  assert.deepEqual(choice(row({ kept: 2, bet: 90_000 }), me, [], [7]), { why: "not_enough_coins" });
  assert.deepEqual(choice(row({ kept: undefined }), me, [], []), { does: "join" }); // a server of the version before
  assert.deepEqual(choice(row({ kept: 2, players: [{ id: 5 }] }), me, [7], []), { does: "open" });
});

test("both languages say why", () => {
  for (const lang of ["en", "es"]) {
    speakWith(lang, JSON.parse(readFileSync(new URL(`../../static/messages/${lang}/first.json`, import.meta.url), "utf8")));
    assert.match(refusal("kept"), /invit/);
  }
});

test("the last free seats are shown as kept", () => {
  const seats = [null, {}, null, null];
  assert.deepEqual(keptSeats({ view: { seats }, kept: 0 }), []);
  assert.deepEqual(keptSeats({ view: { seats }, kept: 2 }), [2, 3]);
  assert.deepEqual(keptSeats({ view: { seats }, kept: 9 }), [0, 2, 3]);
});

test("at the door a seat is offered unless all are kept for others", () => {
  const found = (kept, reason, held) => {
    const door = doorOf({ row: row({ kept }), reason, held });
    return [door.view.seats.length, door.kept, door.barred];
  };
  assert.deepEqual(found(2, "full", 2), [3, 2, true]);
  assert.deepEqual(found(2, null, 1), [3, 2, false]); // one of them is mine
  assert.deepEqual(found(0, "full", 0), [3, 0, false]);
  assert.deepEqual(found(undefined, null, undefined), [3, 0, false]);
});

test("kept seats are told with who is there; what is not known yet changes nothing", () => {
  const store = new Store(), tell = (kept) => store.take({ type: "presence", table: 4, online: [], watching: 0, kept });
  tell(1);
  assert.equal(store.table(4).kept, 1);
  tell(null);
  assert.equal(store.table(4).kept, 1);
  tell(0);
  assert.equal(store.table(4).kept, 0);
});

test("a seat is kept for me until its time is over, or I sit there", async () => {
  keep([[4, store.now() + 60_000], [5, store.now() - 1]]);
  assert.deepEqual(store.invited, [4]);
  keepToo(6, store.now() + 60);
  assert.deepEqual(store.invited, [4, 6]);
  await new Promise((done) => store.addEventListener("invited", done, { once: true }));
  assert.deepEqual(store.invited, [4]);
  takeUp([9]);
  takeUp([4]);
  assert.deepEqual(store.invited, []);
});
