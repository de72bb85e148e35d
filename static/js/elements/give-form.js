/* <give-form>: what to give somebody: from the shop or of one's own, with a line of text. Out: "give" {item | thing, note}. */
import { art, ask, button, h, keyed, mark, put, say } from "../dom.js";
import { number, t } from "../i18n.js";
import { thingArt, thingName } from "../thing-art.js";

/** @import {Person, ShopItem, Thing} from "../../http.d.ts" */

/** @typedef {{key: string, item: string, slot: string, price: number, thing?: number}} Choice */

export class GiveForm extends HTMLElement {
  /** @param {Person} person @param {ShopItem[]} items @param {Thing[]} things @param {number} coins */
  constructor(person, items, things, coins) {
    super();
    this.person = person;
    this.coins = coins;
    /** @type {Record<"shop" | "own", Choice[]>} */
    this.choices = {
      shop: items.map(({ key, slot, price }) => ({ key, item: key, slot, price })),
      own: things.filter(({ worn }) => !worn).map(({ id, item, slot }) =>
        ({ key: `own-${id}`, item, slot, price: 0, thing: id })),
    };
    /** @type {"shop" | "own"} */
    this.from = "shop";
    /** @type {Choice | null} */
    this.chosen = null;
    const pick = (/** @type {"shop" | "own"} */ from) => button(t(`give.${from}`), () => this.show(from), { "data-from": from });
    this.froms = h("div", { class: "pick", role: "group", "aria-label": t("shop.show") }, pick("shop"), pick("own"));
    this.strip = h("ul", { class: "choices" });
    this.none = h("p", { class: "soft", text: t("give.own_none"), hidden: true });
    this.note = h("input", { maxlength: 140, placeholder: t("give.note_hint"), autocomplete: "off" });
    this.price = h("p", { class: "soft tiny", "aria-live": "polite" });
    this.send = button(t("give.send"), () => this.give(), { main: true, icon: "gift" });
  }

  connectedCallback() {
    if (this.firstChild) return;
    this.className = "stack";
    this.append(this.froms, this.strip, this.none,
      h("label", { class: "field" }, h("span", { text: t("give.note") }), this.note), this.price, this.send);
    this.show("shop");
  }

  /** @param {"shop" | "own"} from */
  show(from) {
    this.from = from;
    this.chosen = null;
    this.draw();
  }

  /** Begins with what was chosen elsewhere. @param {{thing?: number, item?: string}} first */
  begin({ thing, item }) {
    this.show(thing === undefined ? "shop" : "own");
    const at = this.choices[this.from].findIndex((one) => (thing === undefined ? one.key === item : one.thing === thing));
    this.chosen = this.choices[this.from][at] ?? null;
    this.draw();
    this.strip.children[at]?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  draw() {
    const choices = this.choices[this.from], { chosen } = this;
    for (const press of this.froms.children)
      mark(press, "aria-pressed", String(/** @type {HTMLElement} */ (press).dataset.from === this.from));
    keyed(this.strip, choices, ({ key }) => key, (choice) => this.tile(choice), (node, choice) =>
      mark(node.firstElementChild, "aria-pressed", String(choice === chosen)));
    this.none.hidden = choices.length > 0;
    this.strip.hidden = choices.length === 0;
    const short = chosen ? chosen.price - this.coins : 0;
    say(this.price, !chosen ? t("give.pick") : short > 0 ? t("shop.short", { n: short })
      : chosen.price ? t("give.price", { price: number(chosen.price) }) : t("give.own_price"));
    mark(this.send, "aria-disabled", !chosen || short > 0 ? "true" : null);
  }

  /** @param {Choice} choice */
  tile(choice) {
    const { item, slot, price } = choice;
    const shown = h("span", { class: "show small" });
    put(shown, thingArt(item, slot, this.person.avatar));
    return h("li", {}, h("button", { type: "button", class: "choice", on: { click: () => {
      this.chosen = choice;
      this.draw();
    } } }, shown, h("span", { text: thingName(item) }),
    price ? h("span", { class: "coins" }, art("coin", ""), number(price)) : null));
  }

  give() {
    const { chosen } = this;
    if (!chosen || chosen.price > this.coins) return;
    const what = chosen.thing === undefined ? { item: chosen.item } : { thing: chosen.thing };
    ask(this, "give", { ...what, note: this.note.value.trim(), name: thingName(chosen.item) });
  }
}
customElements.define("give-form", GiveForm);
