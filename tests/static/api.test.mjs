import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { account } from "../../static/js/api-account.js";
import { ApiError, api } from "../../static/js/api.js";

/**
 * A server that gives these answers, the last one for ever; a number is a status, null is no network, "never" an answer
 * that doesn't come, "half" one that breaks off, a page of a proxy any other text.
 */
function begin(...answers) {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const asked = [];
  globalThis.fetch = async (path, how) => {
    asked.push({ path, at: Date.now(), ...how, headers: { ...how.headers } });
    const status = answers.length > 1 ? answers.shift() : answers[0];
    if (status === null) throw new TypeError("failed to fetch");
    if (status === "never") return new Promise((_, fail) => how.signal.addEventListener("abort", () => fail(how.signal.reason)));
    if (status === "half") return new Response(new ReadableStream({ start: (body) => body.error(new TypeError("cut off")) }));
    if (typeof status === "string") return new Response(status, { status: 200 });
    return new Response(JSON.stringify(status < 300 ? { done: true } : { code: "try_again", text: "" }), { status });
  };
  return asked;
}
async function pass(ms) {
  for (let at = 0; at < ms; at += 50) {
    for (let i = 0; i < 20; i++) await null;
    await new Promise((done) => setImmediate(done));
    mock.timers.tick(50);
  }
}
const end = () => mock.timers.reset();

test("no network, 502, 503 and 504 are tried through, with one key and growing pauses", async () => {
  const asked = begin(null, 502, 503, 504, 200);
  const done = api.bonus();
  await pass(6_000);
  assert.deepEqual(await done, { done: true });
  assert.equal(asked.length, 5);
  const keys = new Set(asked.map(({ headers }) => headers["Idempotency-Key"]));
  assert.equal(keys.size, 1);
  assert.ok([...keys][0]);
  const pauses = asked.slice(1).map(({ at }, i) => at - asked[i].at);
  assert.ok(pauses[0] <= 300 && pauses[3] >= 950, String(pauses));
  end();
});

test("after ten seconds the reader hears of it, in the server's words where there were any", async () => {
  for (const [answer, code] of [[null, "offline"], [503, "try_again"]]) {
    const asked = begin(answer);
    let why = null;
    api.me().catch((error) => (why = error));
    await pass(7_500);
    assert.equal(why, null);
    await pass(2_600);
    assert.ok(why instanceof ApiError);
    assert.equal(why.code, code);
    assert.ok(asked.length >= 6 && asked.length <= 14, String(asked.length));
    end();
  }
});

test("what may not be done twice is asked once, and a plain refusal is one at once", async () => {
  const asked = begin(null);
  await assert.rejects(account.register({ name: "Ana", password: "long enough" }), { code: "offline" });
  assert.equal(asked.length, 1);
  end();
  const refused = begin(409);
  await assert.rejects(api.bonus(), { status: 409 });
  assert.equal(refused.length, 1);
  end();
});

test("a wish that was given up without an answer is the same wish when it is pressed again, then a new one", async () => {
  const asked = begin(null);
  const gaveUp = assert.rejects(api.bonus(), { code: "offline" });
  await pass(10_500);
  await gaveUp;
  globalThis.fetch = async (path, how) => (asked.push({ path, ...how }), new Response("{}", { status: 200 }));
  await api.bonus();
  await api.bonus();
  const keys = asked.map(({ headers }) => headers["Idempotency-Key"]);
  assert.equal(new Set(keys.slice(0, -1)).size, 1);
  assert.notEqual(keys.at(-1), keys[0]);
  end();
});

test("an answer that doesn't come, or not whole, is asked for again under the same key", async () => {
  for (const lost of ["never", "half", "<html>Sign in to the network</html>"]) {
    const asked = begin(lost, 200);
    const done = api.bonus();
    await pass(9_000);
    assert.deepEqual(await done, { done: true }, lost);
    assert.equal(asked.length, 2, lost);
    assert.equal(new Set(asked.map(({ headers }) => headers["Idempotency-Key"])).size, 1, lost);
    end();
  }
});

test("a coin wish whose answer broke off keeps its key until it is answered whole", async () => {
  const asked = begin("half");
  const gaveUp = assert.rejects(api.bonus(), { code: "offline" });
  await pass(10_500);
  await gaveUp;
  globalThis.fetch = async (path, how) => (asked.push({ path, ...how }), new Response("{}", { status: 200 }));
  await api.bonus();
  assert.equal(new Set(asked.map(({ headers }) => headers["Idempotency-Key"])).size, 1);
  end();
});

test("what can't be repeated is waited for longer, and ends", async () => {
  const asked = begin("never");
  let why = null;
  account.register({ name: "Ana", password: "long enough" }).catch((error) => (why = error));
  await pass(29_500);
  assert.equal(why, null);
  await pass(1_000);
  assert.deepEqual([why?.code, why?.passes, asked.length], ["offline", true, 1]);
  end();
});
