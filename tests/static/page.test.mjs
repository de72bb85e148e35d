import assert from "node:assert/strict";
import test from "node:test";
import { learn, list, speak, speakWith, t } from "../../static/js/i18n.js";
import { isOld } from "../../static/js/version.js";

test("a name from right to left stands apart, so that what is around it keeps its place", () => {
  speakWith("en", { said: "{name}: {n} cards", plain: "{name} plays" });
  assert.equal(t("said", { name: "\u05d0\u05d1\u05d9", n: 2 }), "\u2068\u05d0\u05d1\u05d9\u2069: 2 cards");
  assert.equal(t("plain", { name: list(["Ana", "\u0639\u0644\u064a"]) }), "Ana and \u2068\u0639\u0644\u064a\u2069 plays");
  assert.equal(t("plain", { name: "Ana" }), "Ana plays");
});

test("texts that come while another language does are spoken in it, too", async () => {
  const waiting = [];
  globalThis.document = { documentElement: {} };
  globalThis.fetch = (address) => {
    const [, lang, part] = /messages\/(\w+)\/(\w+)\.json/.exec(String(address));
    return new Promise((done) => waiting.push(() => done(new Response(JSON.stringify({ [part]: lang })))));
  };
  speakWith("en", {});
  const learning = learn("people"), speaking = speak("es");
  const [people, first] = waiting.splice(0);
  people();
  await learning;
  first();
  await new Promise(setImmediate);
  for (const come of waiting.splice(0)) come();
  await speaking;
  assert.deepEqual([t("first"), t("people")], ["es", "es"]);
  delete globalThis.document;
});

test("two windows don't undo each other's choices", async () => {
  const kept = new Map();
  globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  const [one, other] = [await import("../../static/js/settings.js?one"), await import("../../static/js/settings.js?other")];
  one.choose("muted", "7");
  other.choose("sort", "rank");
  assert.equal(other.setting("muted"), "7");
  const { setting } = await import("../../static/js/settings.js?reloaded");
  assert.deepEqual([setting("muted"), setting("sort")], ["7", "rank"]);
});

test("C-13: a page knows that the server has a newer one", async () => {
  const page = "http://here/static/v-0123456789abcdef/js/version.js";
  for (const [etag, old] of [['"0123456789abcdef"', false], ['"0123456789abcdef-gzip"', false], ['"fedcba9876543210"', true], ["", false]]) {
    globalThis.fetch = async () => new Response(null, { headers: etag ? { etag } : {} });
    assert.equal(await isOld(page), old, etag);
  }
  globalThis.fetch = async () => { throw new TypeError("failed to fetch"); };
  assert.equal(await isOld(page), false);
  assert.equal(await isOld("http://here/static/js/version.js"), false);
});

test("what was on its way from a table that was left doesn't bring it back", async () => {
  globalThis.HTMLElement ??= class {};
  globalThis.customElements ??= { define() {} };
  globalThis.location ??= { protocol: "http:", host: "here" };
  const { link, store } = await import("../../static/js/app.js");
  const view = { table: { id: 4 }, seats: [], you: null, phase: "playing" };
  const tell = () => link.dispatchEvent(new CustomEvent("frame", { detail: { type: "update", table: 4, seq: 1, now: 1, events: [], view } }));
  link.watch(4);
  tell();
  assert.equal(store.tables.get(4)?.seq, 1);
  link.unwatch(4);
  store.forget(4);
  tell();
  assert.equal(store.tables.size, 0);
});
