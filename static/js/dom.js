/* Building pages from nodes: text goes in by textContent only, so no value is ever read as markup. */

/** Where pictures lie, seen from this module, so that only index.html knows the address of the folder. */
const LOOK = new URL("../look/", import.meta.url);
const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Record<string, unknown> & {on?: Record<string, (event: any) => void>}} Props */

/**
 * A new element. `on` holds listeners, `text` the text, `hidden`, `disabled` and the like are switches (false leaves
 * them out), everything else is an attribute.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Props} [props] @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "on")
      for (const [name, heard] of Object.entries(props.on ?? {})) node.addEventListener(name, heard);
    else if (key === "text") node.textContent = String(value);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  fill(node, children);
  return node;
}

/**
 * A new custom element with its data.
 * @template {HTMLElement} T
 * @param {new () => T} kind @param {Props} [props] @returns {T}
 */
export function make(kind, props = {}) {
  const node = new kind();
  for (const [key, value] of Object.entries(props)) {
    if (key === "on")
      for (const [name, heard] of Object.entries(props.on ?? {})) node.addEventListener(name, heard);
    else if (value !== undefined && value !== null && value !== false)
      node.setAttribute(key, value === true ? "" : String(value));
  }
  return node;
}

/** @param {Element} node @param {Child[]} children */
function fill(node, children) {
  for (const child of children) if (child) node.append(child);
}

/** Replaces what `node` holds; nothings are left out. @param {Element} node @param {...Child} children */
export function put(node, ...children) {
  node.replaceChildren(...children.filter((child) => child !== null && child !== undefined && child !== false));
}

/**
 * Sets a text only where it changes, so that nothing is announced or repainted twice.
 * @param {Element} node
 * @param {string} text
 */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Sets or removes an attribute.
 * @param {Element | null | undefined} node
 * @param {string} name
 * @param {string | number | boolean | null | undefined} value
 */
export function mark(node, name, value) {
  if (!node) return;
  if (value === null || value === undefined || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
  } else {
    const text = value === true ? "" : String(value);
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
}

/** @param {string} tag @param {Record<string, string | number>} at @param {...(Node | string)} children */
export function svg(tag, at = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(at)) node.setAttribute(key, String(value));
  node.append(...children);
  return node;
}

/** Address of a drawing: all lie in the document (sprites.js), so none is ever asked for again. @param {string} id */
export const picture = (id) => `#${id}`;

/** Address of a file of the look. @param {string} name */
export const lookFile = (name) => new URL(name, LOOK).pathname;

/** A drawing; says nothing to a screen reader. @param {string} id @param {string} [cls] */
export const art = (id, cls = "icon") =>
  svg("svg", { class: cls, "aria-hidden": "true" }, svg("use", { href: picture(id) }));

/** Somebody's picture. @param {string} avatar */
export const face = (avatar) => art(/^[a-z-]+$/.test(avatar) ? avatar : "pear", "face");

/**
 * The picture of somebody whose card opens at a press: asks for "person" with {person}. A robot has a picture only.
 * @param {{id: number, name: string, avatar: string}} person
 */
export function who(person) {
  if (person.id < 0) return face(person.avatar);
  const pic = h("button", { type: "button", class: "pic-of", "aria-label": person.name }, face(person.avatar));
  pic.addEventListener("click", () => ask(pic, "person", { person }));
  return pic;
}

/**
 * A button.
 * @param {string} text
 * @param {(event: MouseEvent) => void} pressed
 * @param {Props & {icon?: string, main?: boolean, cls?: string}} [more]
 */
export function button(text, pressed, { icon, main, cls, ...more } = {}) {
  const looks = ["btn", main ? "main" : "", cls ?? ""].filter(Boolean).join(" ");
  return h("button", { type: "button", class: looks, ...more, on: { click: pressed } },
    icon ? art(icon) : null, h("span", { text }));
}

/**
 * A button with a picture only; its name is spoken and shown on hover.
 * @param {string} icon
 * @param {string} name
 * @param {(event: MouseEvent) => void} pressed
 * @param {Props} [more]
 */
export const iconButton = (icon, name, pressed, more = {}) =>
  h("button", { type: "button", class: "btn plain square", "aria-label": name, title: name, ...more, on: { click: pressed } },
    art(icon));

/**
 * Tells whoever listens above what somebody wants.
 * @param {Element} from
 * @param {string} name
 * @param {unknown} [detail]
 */
export const ask = (from, name, detail) =>
  from.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));

/**
 * Makes the children of `parent` match `items`, keeping nodes by key: nothing that stays is built anew, so focus,
 * hovering and running movements live on.
 * @template T @template {HTMLElement} N
 * @param {Element} parent @param {readonly T[]} items @param {(item: T, at: number) => string} key
 * @param {(item: T) => N} create @param {(node: N, item: T, at: number) => void} update
 */
export function keyed(parent, items, key, create, update) {
  /** @type {Map<string, N>} */
  const old = new Map();
  for (const child of /** @type {Iterable<N>} */ (/** @type {unknown} */ (parent.children)))
    old.set(child.dataset.key ?? "", child);
  /** @type {Element | null} */
  let before = null;
  items.forEach((item, at) => {
    const name = key(item, at);
    let node = old.get(name);
    if (node) old.delete(name);
    else {
      node = create(item);
      node.dataset.key = name;
    }
    update(node, item, at);
    const place = before ? before.nextElementSibling : parent.firstElementChild;
    if (place !== node) parent.insertBefore(node, place);
    before = node;
  });
  for (const node of old.values()) node.remove();
}

/** What a reader knows a thing by. @param {Element} node */
const called = (node) =>
  node.getAttribute("data-key") ?? node.getAttribute("aria-label") ?? (node.closest("label") ?? node).textContent;

/**
 * Draws a part anew. The keyboard stays where it was, in the part at least; so does what is typed there, and what is unfolded.
 * @param {Element} part @param {() => void} draw
 */
export function redraw(part, draw) {
  const at = /** @type {HTMLInputElement | null} */ (document.activeElement);
  const key = at && at !== part && part.contains(at) ? called(at) : null;
  const open = [...part.querySelectorAll("details[open] > summary")].map(called);
  draw();
  for (const fold of part.querySelectorAll("summary"))
    if (open.includes(called(fold))) fold.parentElement?.toggleAttribute("open", true);
  if (!at || key === null || document.activeElement === at) return;
  const all = /** @type {NodeListOf<HTMLInputElement>} */ (part.querySelectorAll(at.localName));
  const again = [...all].find((node) => called(node) === key) ?? part.querySelector("a[href], button, summary");
  if (again instanceof HTMLInputElement && /text|number/.test(again.type)) again.value = at.value;
  /** @type {HTMLElement | null} */ (again)?.focus({ preventScroll: true });
}

let works = 0;

/** Something that was pressed is being done: a line at the top says so when it takes long. @returns {() => void} it is done */
export function busy() {
  const mark = () => document.documentElement.toggleAttribute("data-busy", works > 0);
  works += 1;
  mark();
  return () => {
    works -= 1;
    mark();
  };
}
