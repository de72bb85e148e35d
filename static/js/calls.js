/* The real match calls whoever plays against robots meanwhile: sound, five seconds, over. */
import { store } from "./app.js";
import { attend } from "./attention.js";
import { tick, seconds, share } from "./clock.js";
import { calledWindow } from "./elements/ask-window.js";
import { t } from "./i18n.js";
import { speakUp } from "./live.js";
import { go } from "./router.js";

const WAIT_MS = 5000;

/** Opens the window that leads over to the table. @param {string} code */
export function call(code) {
  const until = store.now() + WAIT_MS,
    asked = calledWindow(code, until);
  asked.classList.add("called");
  document.querySelector(".ask.called")?.remove();
  (document.querySelector(".board") ?? document.body).append(asked);
  const said = `${t("called.title")} ${t("called.text", { code })}`;
  attend("called", said, `/t/${code}`);
  speakUp(said);
  const over = () => {
    stop();
    asked.remove();
    if (location.pathname !== `/t/${code}`) go(`/t/${code}`);
  };
  const stop = tick(() => {
    const fuse = /** @type {HTMLElement | null} */ (asked.querySelector(".fuse"));
    fuse?.style.setProperty("--left", String(share(until - WAIT_MS, until, store.now())));
    if (seconds(until, store.now()) === 0) queueMicrotask(over);
  });
  asked.addEventListener("go", over);
}
