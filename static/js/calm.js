/* The strip that lasts: that I play elsewhere, that the page is too old, that something can't be reached. Each is said to
   the ears once, and its end. What can't be reached is marked for the look (`data-offline`), and nothing there is pressed. */
import { link, notices, store } from "./app.js";
import { t } from "./i18n.js";
import { speakUp } from "./live.js";
import { Trouble } from "./trouble.js";

/** @typedef {import("./elements/notice-strip.js").Notice} Notice */

/** @param {Trouble} trouble @returns {Notice | null} */
function notice({ shown, long }) {
  if (link.state === "replaced")
    return { text: t("link.replaced"), press: { label: t("link.here"), go: () => link.connect() } };
  if (link.state === "outdated")
    return { text: t("link.outdated"), press: { label: t("link.reload"), go: () => location.reload() } };
  if (!shown) return null;
  const atTable = document.body.dataset.page === "table";
  const text = t(shown === "lost" && atTable ? "link.lost_table" : `link.${shown}`);
  const press = long && shown === "lost" ? { label: t("link.now"), go: () => link.now() } : null;
  return { icon: "arrow-round", text, press };
}

/** From now on the reader is told what lasts. */
export function keepCalm() {
  const trouble = new Trouble(link, store);
  let told = "";
  const look = () => {
    const now = notice(trouble), text = now?.text ?? "";
    notices.last(now);
    document.documentElement.toggleAttribute("data-offline", now !== null);
    if (text !== told) speakUp(text || t("link.back"));
    told = text;
  };
  link.addEventListener("state", look);
  trouble.addEventListener("change", look);
  trouble.look();
  look();
}
