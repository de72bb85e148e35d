/* The lobby: what is open, and the shortest way to a seat. A stranger sees it at once and becomes a guest by
   playing. */
import { api } from "../api.js";
import { ensureMe, games, link, once, openAccount, refreshMe, store, tell } from "../app.js";
import { make } from "../dom.js";
import { learn, number, t } from "../i18n.js";
import { go, style, warm } from "../router.js";
import { choose, setting } from "../settings.js";
import { take } from "./coins.js";
import { practise } from "./practice.js";
import { LobbyPage } from "../elements/lobby-page.js";
import { gameOf, knownGames } from "../words.js";

/** @import {Row} from "../../wire.d.ts" */

/** Without a link (a stranger has none) the list is asked for this often (ms). */
const POLL_MS = 10_000;
const MINUTE_MS = 30_000;
/** The table is fetched this long after the lobby is there, so that the first seat is quick (ms). */
const WARM_MS = 1_500;
/** Where cards have room beside the welcome; lobby.css shows them there only. */
const ROOMY = "(min-width: 48rem)";

/** What is drawn anew when the store tells it. */
const DRAWN = ["me", "lobby", "seated", "invited"];

/** Has the lobby been open before? */
let been = false;

/** @param {HTMLElement} root */
export async function open(root) {
  const page = make(LobbyPage);
  let failed = false;
  const draw = () =>
    page.show({
      me: store.me,
      rows: store.rows,
      list: store.rowsHere ? "here" : failed ? "failed" : "loading",
      now: store.now(),
      seated: store.coinSeats().map((seat) => seat.id),
      invited: store.invited,
    });
  const seat = followed((left) => page.hero.turn(left));
  const load = async () => {
    failed = false;
    try {
      const { rows, now } = await api.tables();
      store.take({ type: "lobby", rows, now });
    } catch {
      failed = !store.rowsHere;
    }
    draw();
  };
  const off = wire(page, load);
  for (const what of DRAWN) store.addEventListener(what, draw);
  store.addEventListener("seated", seat.look);
  root.append(page);
  draw();
  seat.look();
  if (matchMedia(ROOMY).matches) fanOut(page.hero.fan).catch(() => {});
  link.lobby(true);
  if (been) refreshMe().catch(() => {}); // bonus, help and bets may have changed meanwhile
  been = true;
  if (link.state !== "open") load();
  const poll = setInterval(() => {
    if ((link.state !== "open" || !store.rowsHere) && !document.hidden) load();
  }, POLL_MS);
  const minute = setInterval(draw, MINUTE_MS);
  games().then(() => {
    if (!gameOf(setting("game"))) choose("game", knownGames()[0]?.key ?? "toma2");
    page.tables.drawFilters();
    draw();
  }, () => {});
  const idle = setTimeout(() => {
    warm("table");
    Promise.all([import("./week.js"), learn("standing"), style("standing")])
      .then(([{ showWeek }]) => showWeek(page.beside), () => {});
  }, WARM_MS);
  const friends = setting("known")
    ? import("./lobby-friends.js").then(({ begin }) => (page.isConnected ? begin(page) : null), () => null) : null;
  return {
    close() {
      off();
      friends?.then((end) => end?.());
      store.removeEventListener("seated", seat.look);
      seat.end();
      clearTimeout(idle);
      clearInterval(poll);
      clearInterval(minute);
      link.lobby(false);
      for (const what of DRAWN) store.removeEventListener(what, draw);
      page.remove();
    },
  };
}

/** Cards beside the welcome: an ornament, so it comes when it comes. @param {Element} fan */
async function fanOut(fan) {
  const [{ playCard }] = await Promise.all([import("../elements/play-card.js"), style("card")]);
  fan.append(...["g7", "b+2", "Qh", "yR"].map(playCard));
}

/** Follows the seat of a match that goes on without my eyes. @param {(left: number | null) => void} changed */
function followed(changed) {
  let id = 0, stop = () => {};
  const turnTo = async (/** @type {number} */ next) => {
    if (next === id) return;
    id = next;
    stop();
    stop = () => {};
    changed(null);
    if (!next) return;
    const [{ follow }] = await Promise.all([import("./seat-watch.js"), learn("table")]);
    if (id === next) stop = follow(next, changed);        // else the table itself is watched by now, maybe
  };
  return {
    look: () => turnTo(store.coinSeats().find((seat) => seat.phase === "playing")?.id ?? 0),
    end: () => turnTo(0),
  };
}

/** @param {LobbyPage} page @param {() => Promise<void>} load */
function wire(page, load) {
  /** @type {Record<string, (detail: any) => unknown>} */
  const wishes = {
    "play-now": ({ game }) => once("play-now", () => playNow(game)),
    practice: ({ game }) =>
      once("practice", () => {
        warm("table");
        return practise(game);
      }),
    game: ({ game }) => {
      choose("game", game);
      page.show(page.tables.data);
    },
    create: () => once("create-form", async () => (await import("./create.js")).openForm()),
    join: ({ row }) => once("join", () => join(row)),
    watch: ({ row }) => go(`/t/${row.code}`),
    open: ({ row }) => go(`/t/${row.code}`),
    bonus: () => once("bonus", () => take("bonus")),
    relief: () => once("relief", () => take("relief")),
    register: () => openAccount("register"),
    again: () => load(),
  };
  const heard = (/** @type {Event} */ event) =>
    wishes[event.type]?.(/** @type {CustomEvent} */ (event).detail);
  for (const name of Object.keys(wishes)) page.addEventListener(name, heard);
  return () => {
    for (const name of Object.keys(wishes)) page.removeEventListener(name, heard);
  };
}

/** @param {string} game */
async function playNow(game) {
  warm("table");
  const me = await ensureMe(), [here] = store.coinSeats();
  if (here) {
    await go(`/t/${here.code}`);
    return;
  }
  const least = gameOf(game)?.minimum_bet ?? 0;
  if (me.coins < least) {
    tell(t("lobby.short", { bet: number(least) }));
    return;
  }
  const { code, table } = await api.playNow(game);
  store.codes.set(code, table);
  await go(`/t/${code}`);
}

/** @param {Row} row */
async function join(row) {
  warm("table");
  await ensureMe();
  await link.command("sit", { table: row.id });
  await go(`/t/${row.code}`);
}
