/* The window of presents, and the same list wherever a page shows it. */
import { presents } from "../api-presents.js";
import { explain, link, once, refreshMe, store, tell } from "../app.js";
import { button, h, make } from "../dom.js";
import { learn, t } from "../i18n.js";
import { style } from "../router.js";
import { stock } from "../stock.js";
import { thingName } from "../thing-art.js";
import { PresentList } from "../elements/present-list.js";
import { open as give } from "./give.js";

/** @import {Frame} from "../../wire.d.ts" */
/** @import {Present} from "../../http.d.ts" */

/** What is said when a present was answered. @type {Record<string, string>} */
const SAID = { refuse: "presents.refused", withdraw: "presents.come_back", return: "presents.given_back" };

/** @param {Present} present @param {string} word @param {boolean} worn */
function said({ item, giver }, word, worn) {
  const key = word === "accept" ? (worn ? "presents.accepted_worn" : "presents.accepted") : SAID[word] ?? "";
  return t(key, { thing: thingName(item), name: giver.name });
}

/**
 * Keeps a list of presents true, and does what is wanted of it.
 * @param {PresentList} list @param {() => void} [changed] what I own has changed
 * @returns {() => void} ends it
 */
export function attend(list, changed = () => {}) {
  const draw = async () => {
    if (!store.me) return;
    const [found, items] = await Promise.all([presents.list(), stock()]);
    list.show(found, new Map(items.map(({ key, slot }) => [key, slot])), store.now());
  };
  const look = () => draw().catch(explain);
  const heard = (/** @type {Event} */ event) => {
    const frame = /** @type {CustomEvent<Frame>} */ (event).detail;
    if (frame.type === "presents" || frame.type === "notice" && frame.notice.kind === "present_answer") look();
  };
  list.addEventListener("answer", (event) => {
    const { present, word } = /** @type {CustomEvent} */ (event).detail;
    once(`present ${present.id}`, async () => {
      try {
        const { coins, worn } = await presents.answer(present.id, word);
        tell(said(present, word, worn));
        if (coins !== null) await refreshMe();
      } finally {
        look();
        changed();
      }
    });
  });
  list.addEventListener("thank", (event) => give(/** @type {CustomEvent} */ (event).detail.person));
  link.addEventListener("frame", heard);
  store.addEventListener("me", look);
  look();
  return () => {
    link.removeEventListener("frame", heard);
    store.removeEventListener("me", look);
  };
}

/** Opens the window. */
export async function open() {
  await Promise.all([learn("shop"), style("form"), style("things"), style("card"), stock()]);
  const list = make(PresentList), shut = button(t("close"), () => dialog.close(), { cls: "small" });
  const dialog = h("dialog", { class: "sheet small", "aria-labelledby": "presents-title" },
    h("div", { class: "stack" },
      h("div", { class: "row apart" }, h("h2", { id: "presents-title", text: t("presents.title") }), shut), list,
      h("p", { class: "tiny" }, h("a", { href: "/shop", text: t("stuff.title"), on: { click: () => dialog.close() } }))));
  const end = attend(list);
  dialog.addEventListener("close", () => {
    end();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
}
