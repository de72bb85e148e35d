/* What every page works with: the store, the link, who I am, and how to say a thing to the reader. */
import { api, ApiError } from "./api.js";
import { RefusedError } from "./asked.js";
import { busy } from "./dom.js";
import { t } from "./i18n.js";
import { NoticeStrip } from "./elements/notice-strip.js";
import { go } from "./router.js";
import { Link } from "./socket.js";
import { speakUp } from "./live.js";
import { Store } from "./store.js";
import { learnGames, refusal } from "./words.js";

/** @import {Frame} from "../wire.d.ts" */
/** @import {Me} from "../http.d.ts" */

export const store = new Store();
export const link = new Link(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
export const notices = new NoticeStrip();

link.addEventListener("frame", (event) => {
  const frame = /** @type {CustomEvent<Frame>} */ (event).detail;
  if (frame.type !== "update" || link.watched.has(frame.table)) store.take(frame);   // a table that was left may still tell
});
link.addEventListener("put_off", (event) => store.stall(/** @type {CustomEvent<number>} */ (event).detail));
store.addEventListener("gap", (event) => {
  const table = /** @type {CustomEvent<number>} */ (event).detail;
  store.expectView(table);
  link.rewatch(table);
});

/** Says a thing that passes, to eyes and ears. @param {string} text */
export function tell(text) {
  notices.pass(text);
  speakUp(text);
}

/** Why it did not work. @param {unknown} why */
export function explain(why) {
  const seat = why instanceof ApiError || why instanceof RefusedError ? why.facts.table_code : undefined;
  if (seat) {
    notices.pass(refusal("already_seated"), { label: t("lobby.back_to_seat"), go: () => void go(`/t/${seat}`) });
    return;
  }
  if (why instanceof ApiError || why instanceof RefusedError) tell(refusal(why.code, why.message, why.facts));
  else {
    console.error(why);
    import("./version.js").then(({ isOld }) => isOld()).catch(() => false).then((old) => {
      if (old) notices.pass(t("link.outdated"), { label: t("link.reload"), go: () => location.reload() });
      else tell(t("refused.other"));
    });
  }
}

/** @param {Me | null} me */
export function become(me) {
  const same = me !== null && store.me?.id === me.id;
  store.setMe(me);
  if (!same) link.restart();
}

/** @type {Promise<Me> | null} */
let becoming = null;

/** Whoever I am; a stranger becomes a guest, once, however often it is asked. */
export async function ensureMe() {
  if (store.me) return store.me;
  becoming ??= api.guest().then((me) => {
    become(me);
    return me;
  }).finally(() => { becoming = null; });
  return becoming;
}

/** Asks again who I am and what I own. */
export async function refreshMe() {
  try {
    become(await api.me());
  } catch (why) {
    if (why instanceof ApiError && why.status === 401) become(null);
    else throw why;
  }
}

/**
 * Signing in, making an account, coming back: wherever it is needed.
 * @param {"register" | "sign_in" | "recover"} kind
 */
export async function openAccount(kind) {
  const { open } = await import("./pages/account-dialogs.js");
  await open(kind);
}

/** @type {Promise<void> | null} */
let gamesAsked = null;
/** The games of this host, asked for once. */
export function games() {
  gamesAsked ??= api.games().then(learnGames).catch((why) => {
    gamesAsked = null;
    throw why;
  });
  return gamesAsked;
}

/** Runs one wish at a time by its name: a double click is one click. @type {Set<string>} */
const running = new Set();
/** @param {string} name @param {() => Promise<void>} work */
export async function once(name, work) {
  if (running.has(name)) return;
  running.add(name);
  const done = busy();
  try {
    await work();
  } catch (why) {
    explain(why);
  } finally {
    done();
    running.delete(name);
  }
}
