/* Addresses to pages, by the History API: /, /t/{code}, /j/{token}, /friends, /p/{id}, /me, /shop, /standing,
   /books. */
import { busy, h, lookFile } from "./dom.js";
import { learn } from "./i18n.js";

/** @typedef {{close: () => void}} Page */
/**
 * @typedef {(root: HTMLElement, value: string, wanted: () => boolean) => Promise<Page> | Page} Open `wanted`: is this page
 *   still to be shown, or has the reader gone on?
 */

/** @typedef {{form: RegExp, name: string, load: () => Promise<{open: Open}>, styles?: string[], texts?: string[]}} Route */

/** @type {Route} */
const LOBBY = { form: /^\/$/, name: "lobby", load: () => import("./pages/lobby.js") };
/** @type {Route[]} */
const ROUTES = [
  LOBBY,
  { form: /^\/t\/([A-Za-z0-9]+)$/, name: "table", load: () => import("./pages/table.js"),
    styles: ["card", "table", "hand", "ask", "result"], texts: ["table"] },
  { form: /^\/j\/([A-Za-z0-9_-]+)$/, name: "invitation", load: () => import("./pages/invitation.js") },
  { form: /^\/friends$/, name: "friends", load: () => import("./pages/friends.js"),
    styles: ["people", "form"], texts: ["people"] },
  { form: /^\/p\/(\d+)$/, name: "profile", load: () => import("./pages/profile.js"),
    styles: ["account", "people", "standing"], texts: ["people", "standing"] },
  { form: /^\/me$/, name: "account", load: () => import("./pages/account.js"),
    styles: ["account", "form", "standing"], texts: ["account", "standing", "shop"] },
  { form: /^\/standing$/, name: "standing", load: () => import("./pages/standing.js"),
    styles: ["standing"], texts: ["standing"] },
  { form: /^\/shop$/, name: "shop", load: () => import("./pages/shop.js"),
    styles: ["things", "form", "card", "account", "people"], texts: ["shop", "people"] },
  { form: /^\/books$/, name: "books", load: () => import("./pages/books.js"), styles: ["account"], texts: ["account"] },
];

/** @type {Map<string, Promise<void>>} */
const styled = new Map();

/**
 * Loads a style file once; answers when it is there, or did not come: then it is asked for again the next time.
 * @param {string} name
 * @returns {Promise<void>}
 */
export function style(name) {
  const known = styled.get(name);
  if (known) return known;
  const loading = new Promise((/** @type {(value: void) => void} */ done) => {
    const sheet = h("link", {
      rel: "stylesheet",
      href: lookFile(`${name}.css`),
      on: { load: () => done(), error: () => {
        styled.delete(name);
        sheet.remove();
        done();
      } },
    });
    document.head.append(sheet);
  });
  styled.set(name, loading);
  return loading;
}

/** Everything that a page is made of. @param {Route} route */
async function prepare({ load, styles = [], texts = [] }) {
  const [module] = await Promise.all([load(), ...styles.map(style), ...texts.map(learn)]);
  return module;
}

/** Fetches a page while nothing else is to do, so that going there is quick. @param {string} name */
export function warm(name) {
  const route = ROUTES.find((one) => one.name === name);
  if (route) prepare(route).catch(() => {});
}

/** What stands in the place of a page that is long in coming. */
const blocks = () =>
  h("div", { class: "page late", "aria-hidden": "true" }, ...[1, 2, 3].map(() => h("i", { class: "wait row-high" })));

/** @type {Page | null} */
let page = null;
let visit = 0;
/** @type {(name: string) => void} */
let arrived = () => {};
/** Shows the page of the address, or says why not. @type {() => unknown} */
let draw = show;

/** Goes to an address of ours. @param {string} path @param {{replace?: boolean}} [how] */
export async function go(path, { replace = false } = {}) {
  if (replace) history.replaceState(null, "", path);
  else if (path !== location.pathname) history.pushState(null, "", path);
  await draw();
}

/** Draws the page of the present address, anew where it is drawn already. */
export async function show() {
  const mine = ++visit, wanted = () => mine === visit;
  const { route, value } = find(location.pathname);
  const root = /** @type {HTMLElement} */ (document.getElementById("page")), coming = blocks();
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();   // it belongs to the page before
  if (!root.firstChild) root.append(coming);
  const done = busy();
  try {
    const { open } = await prepare(route);
    if (!wanted()) return;
    page?.close();
    page = null;
    root.replaceChildren(coming);
    document.body.dataset.page = route.name;
    document.title = "Sobremesa";
    arrived(route.name);
    const opened = await open(root, value, wanted);
    if (wanted()) page = opened;
    else opened.close();
  } catch (why) {
    if (wanted()) throw why;
  } finally {
    coming.remove();
    done();
  }
}

/** @param {string} path @returns {{route: Route, value: string}} */
function find(path) {
  for (const route of ROUTES) {
    const found = route.form.exec(path);
    if (found) return { route, value: found[1] ?? "" };
  }
  history.replaceState(null, "", "/");
  return { route: LOBBY, value: "" };
}

/**
 * Links inside the house change the page without leaving it.
 * @param {(name: string) => void} onArrival @param {() => unknown} open shows the page of the address, or says why not
 */
export function listen(onArrival, open) {
  arrived = onArrival;
  draw = open;
  addEventListener("popstate", draw);
  document.addEventListener("click", (event) => {
    const a = /** @type {Element} */ (event.target).closest?.("a[href]");
    if (!(a instanceof HTMLAnchorElement) || event.button) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (a.origin !== location.origin || a.target || a.hasAttribute("download")) return;
    if (a.getAttribute("href")?.startsWith("#")) return;
    if (!ROUTES.some(({ form }) => form.test(a.pathname))) return;
    event.preventDefault();
    if (a.pathname !== location.pathname) history.pushState(null, "", a.pathname);
    draw();
    scrollTo(0, 0);
  });
}
