/* <log-list>: what happened, newest last; it follows by itself unless somebody reads further up. */
import { h, keyed, say } from "../dom.js";
import { t } from "../i18n.js";
import { sentence } from "../speech.js";

/** @import {TableState} from "../table-state.js" */

export class LogList extends HTMLElement {
  constructor() {
    super();
    this.list = h("ol", { class: "log", tabindex: "0" });
    this.none = h("p", { class: "soft tiny" });
  }

  connectedCallback() {
    if (this.firstChild) return;
    this.list.setAttribute("aria-label", t("log.title"));
    this.none.textContent = t("log.empty");
    this.append(this.none, this.list);
  }

  /** @param {TableState} state */
  show({ log, module }) {
    const follows = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
    const lines = log.flatMap((entry) => {
      const text = sentence(entry.event, entry.view, module);
      return text ? [{ text, id: entry.id }] : [];
    });
    this.none.hidden = lines.length > 0;
    keyed(
      this.list,
      lines,
      (line) => String(line.id),
      () => h("li"),
      (node, line, at) => {
        say(node, line.text);
        node.toggleAttribute("data-last", at === lines.length - 1);
      },
    );
    if (follows) this.list.scrollTop = this.list.scrollHeight;
  }
}
customElements.define("log-list", LogList);
