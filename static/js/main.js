/* The beginning: language, who I am, the link, the first page. */
import { api, ApiError } from "./api.js";
import { become, link, notices, once, openAccount, store, tell } from "./app.js";
import { button, h } from "./dom.js";
import { TopBar } from "./elements/top-bar.js";
import { learn, pickLanguage, speak, spoken, t } from "./i18n.js";
import { listen, show, style } from "./router.js";
import { applyTheme, onChoice, setting } from "./settings.js";

/** @import {Called, Frame} from "../wire.d.ts" */

const bar = new TopBar();
let page = "lobby",
  known = false;
const drawBar = () => bar.show(store.me, known, page);

/** What the reader is told while there is no link. */
function linkNotice() {
  const again = { label: t("link.now"), go: () => link.now() };
  const here = { label: t("link.here"), go: () => link.connect() };
  const state = link.state;
  if (state === "replaced") notices.last({ text: t("link.replaced"), press: here });
  else if (state === "waiting" || (state === "connecting" && link.attempt > 0)) {
    notices.last({
      icon: "arrow-round",
      text: t(page === "table" ? "link.lost_table" : "link.lost"),
      press: link.attempt > 2 ? again : null,
    });
  } else notices.last(null);
  document.documentElement.toggleAttribute("data-offline", state !== "open");
}

/** The session was ended, or is not believed: who am I now? */
async function ended() {
  if (link.state !== "ended" && link.state !== "refused") return;
  const me = await api
    .me()
    .catch((why) => (why instanceof ApiError && why.status === 401 ? null : undefined));
  if (me === null) {
    become(null);
    tell(t("link.ended"));
  } else link.again();
}

/**
 * The link belongs to somebody else than the page thinks: a session was ended or begun in another window.
 * @param {Event} event
 */
async function greeted(event) {
  const frame = /** @type {CustomEvent<Frame>} */ (event).detail;
  if (frame.type !== "hello" || !known || (frame.player?.id ?? null) === (store.me?.id ?? null)) return;
  const me = await api
    .me()
    .catch((why) => (why instanceof ApiError && why.status === 401 ? null : undefined));
  if (me !== undefined) store.setMe(me);
}

/** The real match begins while I am elsewhere. @param {Event} event */
async function called(event) {
  const { code } = /** @type {CustomEvent<Called>} */ (event).detail;
  if (location.pathname === `/t/${code}`) return;
  const [{ call }] = await Promise.all([import("./calls.js"), learn("table"), style("table"), style("ask")]);
  call(code);
}

async function start() {
  applyTheme();
  const whoAmI = api.me().catch(() => null);
  await speak(pickLanguage(setting("language"), ...navigator.languages));
  listen((name) => {
    page = name;
    drawBar();
  });
  const root = /** @type {HTMLElement} */ (document.getElementById("page"));
  root.before(h("a", { class: "skip", href: "#main", text: t("nav.skip") }), bar);
  document.body.append(notices);
  bar.addEventListener("sign-in", () => once("account-dialog", () => openAccount("sign_in")));
  store.addEventListener("me", drawBar);
  link.addEventListener("state", linkNotice);
  link.addEventListener("state", ended);
  link.addEventListener("frame", greeted);
  link.connect();
  addEventListener("online", () => link.now());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) link.now();
  });
  onChoice((name) => {
    if (name === "language") relearn();
  });
  store.addEventListener("called", called);
  const early = location.pathname === "/" ? open() : null; // the lobby needs nobody to be known
  const me = await whoAmI;
  known = true;
  store.setMe(me);
  if (me?.language && !setting("language") && pickLanguage(me.language) !== spoken())
    await speak(pickLanguage(me.language));
  await (early ?? open());
}

async function open() {
  try {
    await show();
  } catch (why) {
    console.error(why);
    const root = /** @type {HTMLElement} */ (document.getElementById("page"));
    root.replaceChildren(
      h(
        "main",
        { class: "page narrow", id: "main" },
        h(
          "div",
          { class: "trouble", role: "alert" },
          h("p", { text: t("page.failed") }),
          button(t("try_again"), () => open()),
        ),
      ),
    );
  }
}

async function relearn() {
  await speak(pickLanguage(setting("language"), ...navigator.languages));
  drawBar();
}

start();
