import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { RefusedError } from "../../static/js/asked.js";
import { Link, PROTOCOL, backoff } from "../../static/js/socket.js";

/** A socket that a test plays the server of. */
class Wire {
  sent = [];
  closed = false;
  constructor(url, protocol) {
    Object.assign(this, { url, protocol });
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
  }
  says(frame) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  greets() {
    this.says({ type: "hello", player: null, tables: [], now: 1 });
  }
  breaks(code = 1006) {
    this.onclose?.({ code });
  }
  of(type) {
    return this.sent.filter((frame) => frame.type === type);
  }
}

function begin() {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const wires = [];
  const link = new Link("ws://here/ws", (url, protocol) => {
    wires.push(new Wire(url, protocol));
    return wires.at(-1);
  });
  link.connect();
  return { link, wires };
}
const end = () => mock.timers.reset();

test("speaks the sub-protocol and waits for hello before it sends", () => {
  const { link, wires } = begin();
  link.command("sit", { table: 4 });
  assert.equal(wires[0].protocol, PROTOCOL);
  assert.deepEqual(wires[0].sent, []);
  wires[0].greets();
  assert.equal(wires[0].of("sit").length, 1);
  assert.match(wires[0].of("sit")[0].id, /^[A-Za-z0-9_-]{8,64}$/);
  end();
});

test("an unanswered command is sent again under the same id; an answered one is not", async () => {
  const { link, wires } = begin();
  wires[0].greets();
  const done = link.command("act", { table: 4, action: { type: "draw" } });
  const heard = link.command("ready", { table: 4 });
  wires[0].says({ type: "ack", id: wires[0].of("ready")[0].id, seq: 3 });
  await heard;
  wires[0].breaks();
  mock.timers.tick(300);
  wires[1].greets();
  assert.deepEqual(
    wires[1].sent.map((frame) => frame.type),
    ["act"],
  );
  assert.equal(wires[1].sent[0].id, wires[0].of("act")[0].id);
  wires[1].says({ type: "ack", id: wires[1].sent[0].id, seq: 9 });
  assert.equal((await done).seq, 9);
  end();
});

test("what was meant 20 s ago is not sent any more", async () => {
  const { link, wires } = begin();
  wires[0].greets();
  const done = link.command("act", { table: 4, action: { type: "draw" } });
  done.catch(() => {});
  wires[0].breaks();
  mock.timers.tick(300);
  mock.timers.tick(7_000);
  wires[1].breaks();
  mock.timers.setTime(30_000);
  link.now();
  wires.at(-1).greets();
  assert.deepEqual(wires.at(-1).of("act"), []);
  await assert.rejects(done, (why) => why instanceof RefusedError && why.code === "offline");
  end();
});

test("tables and lobby are taken up again, before the old commands", () => {
  const { link, wires } = begin();
  wires[0].greets();
  link.watch(7);
  link.lobby(true);
  link.command("ready", { table: 7 });
  wires[0].breaks();
  mock.timers.tick(300);
  wires[1].greets();
  assert.deepEqual(
    wires[1].sent.map((frame) => frame.type),
    ["lobby", "watch", "ready"],
  );
  assert.notEqual(wires[1].of("watch")[0].id, wires[0].of("watch")[0].id);
  end();
});

test("a refusal rejects with the code; a watch that is refused is not repeated", async () => {
  const { link, wires } = begin();
  wires[0].greets();
  const told = [];
  link.addEventListener("unwatchable", (event) => told.push(event.detail.code));
  const watching = link.watch(7);
  wires[0].says({ type: "reject", id: wires[0].of("watch")[0].id, code: "private", text: "no" });
  await watching;
  assert.deepEqual(told, ["private"]);
  wires[0].breaks();
  mock.timers.tick(300);
  wires[1].greets();
  assert.deepEqual(wires[1].sent, []);
  end();
});

test("a dead line is found by a ping without an answer", () => {
  const { link, wires } = begin();
  wires[0].greets();
  mock.timers.tick(10_000);
  assert.equal(wires[0].of("ping").length, 1);
  wires[0].says({ type: "pong", now: 5 });
  mock.timers.tick(10_000);
  assert.equal(wires[0].of("ping").length, 2);
  mock.timers.tick(8_000);
  assert.equal(link.state, "waiting");
  assert.ok(wires[0].closed);
  end();
});

test("4009 stays quiet until somebody says so; 4001 and 4000 (C-13) too; 4012 comes back at once", () => {
  for (const [code, state] of [
    [4009, "replaced"],
    [4001, "ended"],
    [4000, "outdated"],
  ]) {
    const { link, wires } = begin();
    wires[0].greets();
    wires[0].breaks(code);
    mock.timers.tick(60_000);
    assert.equal(link.state, state);
    assert.equal(wires.length, 1);
    link.connect();
    assert.equal(wires.length, 2);
    end();
  }
  const { wires } = begin();
  wires[0].greets();
  wires[0].breaks(4012);
  mock.timers.tick(251);
  assert.equal(wires.length, 2);
  end();
});

test("moving: back after a random part of what the server says", () => {
  const chance = mock.method(Math, "random", () => 0.75);
  const { wires } = begin();
  wires[0].greets();
  wires[0].says({ type: "moving", retry_ms: 1_000 });
  wires[0].breaks(4012);
  mock.timers.tick(749);
  assert.equal(wires.length, 1);
  mock.timers.tick(1);
  assert.equal(wires.length, 2);
  wires[1].greets();
  wires[1].breaks(4012);                                   // moved on before it was any good: the pauses grow again
  mock.timers.tick(374);
  assert.equal(wires.length, 2);
  mock.timers.tick(1);
  assert.equal(wires.length, 3);
  chance.mock.restore();
  end();
});

test("the wait before an attempt is anything up to a doubling bound, 10 s at most", () => {
  assert.equal(
    backoff(0, () => 1),
    250,
  );
  assert.equal(
    backoff(3, () => 1),
    2_000,
  );
  assert.equal(
    backoff(40, () => 1),
    10_000,
  );
  assert.equal(
    backoff(40, () => 0),
    0,
  );
  assert.deepEqual(
    [2, 8, 23, 24].map((attempt) => backoff(attempt, () => 1, true)),
    [1_000, 2_000, 2_000, 10_000],                          // at a table the bound stays low for a while
  );
});

test("the browser says that the network is gone, and that it is back: neither is waited for", () => {
  const { link, wires } = begin();
  wires[0].greets();
  link.lost();
  assert.equal(link.state, "waiting");
  assert.ok(wires[0].closed);
  link.found();
  assert.equal(link.state, "connecting");
  wires[1].greets();
  link.found();
  assert.equal(wires[1].of("ping").length, 1);
  end();
});

/** How many sockets are opened within a time while each is closed again at once. */
function opened(ms, after) {
  const { link, wires } = begin();
  link.watch(7);
  link.lobby(true);
  for (let at = 0, seen = 0; at < ms; at += 10) {
    for (; seen < wires.length; seen++) {
      wires[seen].greets();
      after(wires[seen]);
      wires[seen].breaks(4013);
    }
    mock.timers.tick(10);
  }
  end();
  return wires.length;
}

test("a line that breaks before it was any good makes the pauses grow; what carried an answer is good", () => {
  const chance = mock.method(Math, "random", () => 1);
  assert.ok(opened(15_000, () => {}) <= 11);
  const answered = (wire) => wire.says({ type: "ack", id: wire.of("watch")[0].id });
  assert.ok(opened(15_000, answered) > 50);
  const small = (wire) => wire.says({ type: "ack", id: wire.of("lobby")[0].id });
  assert.ok(opened(15_000, small) <= 11);
  chance.mock.restore();
});

test("five quiet seconds make a line good", () => {
  const { link, wires } = begin();
  link.attempt = 6;
  wires[0].greets();
  mock.timers.tick(4_999);
  assert.equal(link.attempt, 6);
  mock.timers.tick(1);
  assert.equal(link.attempt, 0);
  end();
});

test("at a table silence is doubted after 2.5 s and given up 2.5 s later", () => {
  const { link, wires } = begin();
  wires[0].greets();
  link.watch(7);
  wires[0].says({ type: "ack", id: wires[0].of("watch")[0].id });
  mock.timers.tick(2_499);
  assert.equal(wires[0].of("ping").length, 0);
  mock.timers.tick(1);
  assert.equal(wires[0].of("ping").length, 1);
  mock.timers.tick(2_499);
  assert.equal(link.state, "open");
  mock.timers.tick(1);
  assert.equal(link.state, "waiting");
  end();
});

test("a command without an answer for 1.5 s doubts the line, and is sent again in the end", () => {
  const { link, wires } = begin();
  wires[0].greets();
  link.command("ready", { table: 7 }).catch(() => {});
  mock.timers.tick(1_500);
  assert.equal(wires[0].of("ping").length, 1);
  wires[0].says({ type: "pong", now: 5 });
  mock.timers.tick(3_500);
  const [first, second] = wires[0].of("ready");
  assert.deepEqual(second, first);
  end();
});

test("a handshake that takes over 3 s is given up, the next may take longer", () => {
  const { link, wires } = begin();
  mock.timers.tick(2_999);
  assert.ok(!wires[0].closed);
  mock.timers.tick(1);
  assert.ok(wires[0].closed);
  mock.timers.tick(250);
  assert.equal(wires.length, 2);
  mock.timers.tick(5_700);
  assert.ok(!wires[1].closed);
  mock.timers.tick(300);
  assert.ok(wires[1].closed);
  assert.equal(link.state, "waiting");
  end();
});

test("what can't be done for the moment is asked again under the same id, for 20 s", async () => {
  const { link, wires } = begin();
  wires[0].greets();
  const [good, late] = [link.command("ready", { table: 7 }), link.command("leave", { table: 7 })];
  let told = null;
  late.catch((why) => (told = why.code));
  const refuse = (type) => wires[0].says({ type: "reject", id: wires[0].of(type)[0].id, code: "try_again", text: "" });
  refuse("ready");
  refuse("leave");
  mock.timers.tick(1_200);
  const [first, second, ...more] = wires[0].of("ready");
  assert.deepEqual(second, first);
  assert.deepEqual(more, []);
  wires[0].says({ type: "ack", id: first.id, seq: 4 });
  assert.equal((await good).seq, 4);
  for (let at = 1_200, seen = 1; at < 20_000; at += 50, await null) {
    if (at === 17_000) assert.equal(told, null);
    for (; seen < wires[0].of("leave").length; seen++) refuse("leave");
    mock.timers.tick(50);
  }
  assert.equal(told, "try_again");
  assert.ok(wires[0].of("leave").length > 15);
  end();
});

test("what was refused for the moment, and could not be asked again in time, fails with that refusal", async () => {
  const { link, wires } = begin();
  wires[0].greets();
  const told = [];
  for (const type of ["ready", "leave"]) link.command(type, { table: 7 }).catch((why) => told.push(why.code));
  wires[0].says({ type: "reject", id: wires[0].of("leave")[0].id, code: "try_again", text: "" });
  wires[0].breaks();
  mock.timers.tick(21_000);
  wires.at(-1).greets();
  await new Promise(setImmediate);
  assert.deepEqual(told.sort(), ["offline", "try_again"]);
  end();
});

test("a table that can't be seen for the moment is asked for again and again, and that is told", async () => {
  const { link, wires } = begin();
  const told = [];
  link.addEventListener("put_off", (event) => told.push(event.detail));
  link.addEventListener("unwatchable", () => told.push("never"));
  wires[0].greets();
  link.watch(7);
  for (const code of ["try_again", "busy", "unreachable", "too_many"]) {
    const asked = wires[0].of("watch");
    wires[0].says({ type: "reject", id: asked.at(-1).id, code, text: "" });
    for (let i = 0; i < 5; i++) await null;
    mock.timers.tick(2_101);
    for (let i = 0; i < 5; i++) await null;
    assert.equal(wires[0].of("watch").length, asked.length + 1);
  }
  assert.deepEqual(told, [7, 7, 7, 7]);
  link.unwatch(7);
  wires[0].says({ type: "reject", id: wires[0].of("watch").at(-1).id, code: "busy", text: "" });
  for (let i = 0; i < 5; i++) await null;
  mock.timers.tick(2_101);
  assert.equal(wires[0].of("watch").length, 5);
  end();
});

test("C-13: a frame of a type that is not known harms nothing", () => {
  const { link, wires } = begin();
  wires[0].greets();
  wires[0].says({ type: "from_next_year", table: 7 });
  assert.equal(link.state, "open");
  end();
});
