import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { Link, PROTOCOL, RefusedError, backoff } from "../../static/js/socket.js";

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

test("4009 stays quiet until somebody says so; 4001 too; 4012 comes back at once", () => {
  for (const [code, state] of [
    [4009, "replaced"],
    [4001, "ended"],
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
  const { link, wires } = begin();
  wires[0].greets();
  link.attempt = 9;
  wires[0].breaks(4012);
  mock.timers.tick(251);
  assert.equal(wires.length, 2);
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
