/* The real match calls whoever plays against robots meanwhile: sound, five seconds, over. */
import { store } from "./app.js";
import { tick, seconds, share } from "./clock.js";
import { calledWindow } from "./elements/ask-window.js";
import { go } from "./router.js";
import { sounds } from "./sound.js";
import { speakUp } from "./speech.js";
import { t } from "./i18n.js";

/** @import {Called} from "../wire.d.ts" */

const WAIT_MS = 5000;

export function calls() {
  store.addEventListener("called", (event) => {
    const { code } = /** @type {CustomEvent<Called>} */ (event).detail;
    if (location.pathname === `/t/${code}`) return;
    const until = store.now() + WAIT_MS;
    const window_ = calledWindow(code, until);
    window_.classList.add("called");
    document.querySelector(".ask.called")?.remove();
    (document.querySelector(".board") ?? document.body).append(window_);
    sounds.call();
    if (document.hidden) navigator.vibrate?.([200, 80, 200]);
    speakUp(`${t("called.title")} ${t("called.text", { code })}`);
    const over = () => {
      stop();
      window_.remove();
      go(`/t/${code}`);
    };
    const stop = tick(() => {
      const fuse = /** @type {HTMLElement | null} */ (window_.querySelector(".fuse"));
      fuse?.style.setProperty("--left", String(share(until - WAIT_MS, until, store.now())));
      if (seconds(until, store.now()) === 0) queueMicrotask(over);
    });
    window_.addEventListener("go", over);
  });
}
