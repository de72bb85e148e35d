/* The beginning: language, the link, who I am, the first page. */
import { api, ApiError } from "./api.js";
import { become, link, notices, once, openAccount, store, tell } from "./app.js";
import { button, h } from "./dom.js";
import { TopBar } from "./elements/top-bar.js";
import { LANGUAGES, learn, number, pickLanguage, speak, spoken, t } from "./i18n.js";
import { speakUp } from "./live.js";
import { go, listen, show, style } from "./router.js";
import { sprites } from "./sprites.js";
import { applyTheme, choose, onChoice, setting } from "./settings.js";

/** @import {Called, Frame, Hello} from "../wire.d.ts" */

/** A link that has not greeted by then is not waited for (ms). */
const GREETING_MS = 2000;

const bar = new TopBar();
let page = location.pathname.startsWith("/t/") ? "table" : "lobby", known = false;
const drawBar = () => bar.show(store.me, known, page);
const root = () => /** @type {HTMLElement} */ (document.getElementById("page"));

/** Me, null for a stranger, undefined where it can't be told now. */
const askMe = () => api.me().catch((why) => (why instanceof ApiError && why.status === 401 ? null : undefined));

/** The session was ended, or is not believed: who am I now? */
async function ended() {
  if (link.state !== "ended" && link.state !== "refused") return;
  const me = await askMe();
  if (me === null) {
    become(null);
    tell(t("link.ended"));
  } else link.again();
}

/**
 * The link belongs to somebody else than the page thinks: a session was begun or ended in another window.
 * @param {Hello} hello
 */
async function greeted({ player }) {
  if (!known || (player?.id ?? null) === (store.me?.id ?? null)) return;
  const me = player ? await askMe() : null;
  if (me !== undefined) store.setMe(me);
}

/** Who the link says I am; undefined when it does not come in time. @returns {Promise<Hello["player"] | undefined>} */
const greeting = () => new Promise((done) => {
  link.addEventListener("frame", (event) => {
    const frame = /** @type {CustomEvent<Frame>} */ (event).detail;
    if (frame.type === "hello") done(frame.player);
  });
  setTimeout(() => done(undefined), GREETING_MS);
});

/** Asks at once where somebody was known here before, else only when the link says that there is anybody. */
async function whoAmI() {
  if (!setting("known") && (await greeting()) === null) return null;
  return (await askMe()) ?? null;
}

/** The real match begins while I am elsewhere. @param {Event} event */
async function called(event) {
  const { code } = /** @type {CustomEvent<Called>} */ (event).detail;
  if (location.pathname === `/t/${code}`) return;
  const over = { call: () => void go(`/t/${code}`) };    // the match doesn't wait for words
  const [{ call }] = await Promise.all([import("./calls.js"), learn("table"), style("table"), style("ask")]).catch(() => [over]);
  call(code);
}

/** Draws the page of the address; where it does not arrive, says so and what is safe. */
async function open() {
  try {
    await show();
  } catch (why) {
    console.error(why);
    // with a good line it is the page itself that is not whole, or no longer the server's
    const again = button(t("try_again"), () => (link.state === "open" ? location.reload() : open()));
    root().replaceChildren(h("main", { class: "page narrow", id: "main" },
      h("div", { class: "trouble", role: "alert" }, h("p", { text: t("page.failed") }), again)));
  }
}

/** My seat was taken for the clock: that is said until it is closed, wherever I am. @param {Event} event */
function gone(event) {
  const { reason, bet } = /** @type {CustomEvent} */ (event).detail;
  if (reason !== "timeouts") return;
  const text = bet ? t("gone.timeouts_bet", { bet: number(bet) }) : t("gone.timeouts");
  notices.keep(text);
  speakUp(text);
}

function hearNews() {
  store.addEventListener("gone", gone);
  store.addEventListener("me", drawBar);
  store.addEventListener("me", () => { if (known) choose("known", store.me !== null); });
  store.addEventListener("called", called);
  document.addEventListener("person", (event) => {
    const { person } = /** @type {CustomEvent} */ (event).detail;
    if (person) import("./pages/player-card.js").then(({ open: card }) => card(person));
  });
  link.addEventListener("state", ended);
  link.addEventListener("frame", (event) => {
    const frame = /** @type {CustomEvent<Frame>} */ (event).detail;
    if (frame.type === "hello") greeted(frame);
  });
  addEventListener("offline", () => link.lost());
  addEventListener("online", () => link.found());
  document.addEventListener("visibilitychange", () => { if (!document.hidden) link.now(); });
  bar.addEventListener("sign-in", () => once("account-dialog", () => openAccount("sign_in")));
  onChoice(async (name) => {
    if (name !== "language") return;
    await speak(pickLanguage(setting("language"), ...navigator.languages));
    drawBar();
  });
  listen((name) => {
    page = name;
    drawBar();
  }, open);
}

/** What comes after the page; where it does not arrive, again when the link is back. @param {() => Promise<void>} load */
function later(load) {
  load().catch(() => link.addEventListener("state", () => later(load), { once: true }));
}

async function start() {
  applyTheme();
  sprites();
  hearNews();
  link.connect();
  const asked = whoAmI();
  await speak(pickLanguage(setting("language"), ...navigator.languages));
  root().before(h("a", { class: "skip", href: "#main", text: t("nav.skip") }), bar);
  document.body.append(notices);
  const early = location.pathname === "/" ? open() : null;          // the lobby needs nobody to be known
  later(() => import("./calm.js").then(({ keepCalm }) => keepCalm()));   // while all is well it has nothing to say
  later(() => import("./away.js").then(({ keepPresent }) => keepPresent()));
  const me = await asked;
  known = true;
  store.setMe(me);
  later(() => import("./bell.js").then(({ ring }) => ring(bar.tools)));
  later(() => import("./gifts.js").then(({ hang }) => hang(bar.tools)));
  if (me && !setting("language") && LANGUAGES.includes(me.language) && me.language !== spoken()) {
    await speak(me.language);
    drawBar();
    await open();
  } else await (early ?? open());
}

start().catch((why) => {
  console.error(why);
  document.getElementById("half")?.toggleAttribute("hidden", false);
});
