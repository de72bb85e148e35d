/* Addresses to pages, by the History API: /, /t/{code}, /j/{token}, /me, /books. */

/** @typedef {{close: () => void}} Page */
/** @typedef {(root: HTMLElement, value: string) => Promise<Page> | Page} Open */

/** @type {[RegExp, () => Promise<{open: Open}>, string][]} */
const ROUTES = [
  [/^\/$/, () => import("./pages/lobby.js"), "lobby"],
  [/^\/t\/([A-Za-z0-9]+)$/, () => import("./pages/table.js"), "table"],
  [/^\/j\/([A-Za-z0-9_-]+)$/, () => import("./pages/invitation.js"), "invitation"],
  [/^\/me$/, () => import("./pages/account.js"), "account"],
  [/^\/books$/, () => import("./pages/books.js"), "books"],
];

/** @type {Page | null} */
let page = null;
let visit = 0;
/** @type {(name: string) => void} */
let arrived = () => {};

/** Goes to an address of ours. @param {string} path @param {{replace?: boolean}} [how] */
export function go(path, { replace = false } = {}) {
  if (replace) history.replaceState(null, "", path);
  else if (path !== location.pathname) history.pushState(null, "", path);
  return show();
}

/** Draws the page of the present address, anew where it is drawn already. */
export async function show() {
  const mine = ++visit;
  const [, load, name, value] = find(location.pathname);
  const { open } = await load();
  if (mine !== visit) return;
  page?.close();
  page = null;
  const root = /** @type {HTMLElement} */ (document.getElementById("page"));
  root.replaceChildren();
  document.body.dataset.page = name;
  arrived(name);
  const opened = await open(root, value);
  if (mine !== visit) opened.close();
  else page = opened;
}

/** @param {string} path @returns {[RegExp, () => Promise<{open: Open}>, string, string]} */
function find(path) {
  for (const [form, load, name] of ROUTES) {
    const found = form.exec(path);
    if (found) return [form, load, name, found[1] ?? ""];
  }
  history.replaceState(null, "", "/");
  return [/^\/$/, () => import("./pages/lobby.js"), "lobby", ""];
}

/** Links inside the house change the page without leaving it. @param {(name: string) => void} onArrival */
export function listen(onArrival) {
  arrived = onArrival;
  addEventListener("popstate", () => show());
  document.addEventListener("click", (event) => {
    const a = /** @type {Element} */ (event.target).closest?.("a[href]");
    if (!(a instanceof HTMLAnchorElement) || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (a.origin !== location.origin || a.target || a.hasAttribute("download") || a.getAttribute("href")?.startsWith("#")) return;
    if (!ROUTES.some(([form]) => form.test(a.pathname))) return;
    event.preventDefault();
    go(a.pathname);
    scrollTo(0, 0);
  });
}
