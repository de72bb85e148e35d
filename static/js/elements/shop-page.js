/* <shop-page>: the shop or my stuff, beside it presents and what I wear.
   Out: "tab" {tab}, "kind" {kind}, "buy" {item}, "wear" {thing, worn}, "give-thing" {thing}, "taste" {on}. */
import { art, ask, button, face, h, put, redraw } from "../dom.js";
import { list, number, t } from "../i18n.js";
import { dress, thingArt, thingName } from "../thing-art.js";
import { PresentList } from "./present-list.js";

/** @import {Looks, Me, ShopItem, Stuff, Thing} from "../../http.d.ts" */

/**
 * @typedef {object} ShopData
 * @property {Me | null} me
 * @property {ShopItem[]} items
 * @property {Stuff | null} stuff
 * @property {Looks | null} looks
 * @property {"shop" | "stuff"} tab
 * @property {string} kind "" for all
 */

export class ShopPage extends HTMLElement {
  constructor() {
    super();
    this.presents = new PresentList();
    this.goods = h("div", { class: "stack" });
    this.wears = h("section", { class: "panel stack" });
    this.aside = h("aside", { class: "stack presents" },
      h("section", { class: "panel stack", "aria-labelledby": "presents" },
        h("h2", { id: "presents", text: t("presents.title") }), this.presents), this.wears);
  }

  connectedCallback() {
    if (this.firstChild) return;
    this.append(h("main", { class: "page", id: "main" }, h("div", { class: "two" }, this.goods, this.aside)));
  }

  /** @param {ShopData} data */
  show(data) {
    redraw(this.goods, () => this.sell(data));
    this.aside.hidden = !data.me;
    const { me } = data;
    if (me) redraw(this.wears, () => this.wear(data, me));
  }

  /** @param {ShopData} data */
  sell(data) {
    const { me, items, stuff, tab, kind } = data;
    const kinds = [...new Set(items.map((item) => item.kind))], kindOf = new Map(items.map((item) => [item.key, item.kind]));
    const pick = (/** @type {"shop" | "stuff"} */ one) => button(t(`${one}.title`), () => ask(this, "tab", { tab: one }),
      { "aria-pressed": String(one === tab), "data-key": `tab ${one}` });
    const kindPick = (/** @type {string} */ one) => button(t(one ? `shop.kind.${one}` : "shop.all"),
      () => ask(this, "kind", { kind: one }), { "aria-pressed": String(one === kind), "data-key": `kind ${one}` });
    const things = (stuff?.things ?? []).filter(({ item }) => !kind || kindOf.get(item) === kind);
    const tiles = tab === "shop" ? items.filter((item) => !kind || item.kind === kind).map((item) => this.ware(item, data))
      : things.map((thing) => this.thing(thing, kindOf.get(thing.item) ?? "", me));
    put(this.goods,
      h("div", { class: "row apart" }, h("h1", { text: t(`${tab}.title`) }),
        h("div", { class: "pick", role: "group", "aria-label": t("shop.show") }, pick("shop"), pick("stuff"))),
      h("div", { class: "pick scroll", role: "group", "aria-label": t("shop.kind") }, ...["", ...kinds].map(kindPick)),
      tiles.length ? h("ul", { class: "goods" }, ...tiles) : tab === "stuff" ? this.nothing() : null);
  }

  nothing() {
    return h("div", { class: "empty" }, art("cake", ""), h("h3", { text: t("stuff.empty") }),
      h("p", { class: "soft", text: t("stuff.empty_text") }),
      button(t("stuff.go"), () => ask(this, "tab", { tab: "shop" }), { main: true }));
  }

  /** @param {string} item @param {string} slot @param {string} chip @param {Me | null} me @param {...(Element | null)} rest */
  tile(item, slot, chip, me, ...rest) {
    return h("li", { class: "good-item" },
      h("div", { class: "show" }, thingArt(item, slot, me?.avatar), h("span", { class: "chip", text: chip })),
      h("h3", { text: thingName(item) }), ...rest);
  }

  /** Something to buy. @param {ShopItem} item @param {ShopData} data */
  ware({ key, slot, kind, price }, { me, stuff }) {
    const short = me ? price - me.coins : 0, name = thingName(key);
    const owned = stuff?.things.filter((thing) => thing.item === key).length ?? 0;
    const coins = h("span", { class: "coins" }, art("coin", ""), number(price));
    const label = short > 0 ? t("shop.short", { n: short }) : t("shop.buy");
    return this.tile(key, slot, t(`shop.one.${kind}`), me,
      h("div", { class: "row apart" }, coins,
        owned ? h("span", { class: "tiny soft", text: t("shop.owned", { n: owned }) }) : null),
      button(label, () => ask(this, "buy", { item: { key, slot, kind, price } }),
        { "aria-disabled": short > 0 ? "true" : null, "aria-label": `${name}: ${label}`, "data-key": `buy ${key}` }));
  }

  /** Something of mine. @param {Thing} thing @param {string} kind @param {Me | null} me */
  thing({ id, item, slot, worn }, kind, me) {
    const press = (/** @type {string} */ text, /** @type {string} */ wish, /** @type {object} */ detail) =>
      button(t(text), () => ask(this, wish, detail),
        { "aria-label": `${thingName(item)}: ${t(text)}`, "data-key": `${wish} ${id}` });
    return this.tile(item, slot, worn ? t("stuff.worn") : t(`shop.one.${kind}`), me,
      press(worn ? "stuff.off" : "stuff.on", "wear", { thing: id, worn: !worn }),
      worn ? null : press("stuff.give", "give-thing", { thing: id }));
  }

  /** @param {ShopData} data @param {Me} me */
  wear({ stuff, looks }, me) {
    const pic = h("span", { class: "id-pic" }, face(me.avatar));
    dress(pic, looks, me.avatar);
    const names = (stuff?.things ?? []).filter(({ worn }) => worn).map(({ item }) => thingName(item));
    const box = h("input", { type: "checkbox", checked: stuff?.put_on ?? true });
    box.addEventListener("change", () => ask(this, "taste", { on: box.checked }));
    put(this.wears, h("h2", { text: t("wear.title") }),
      h("div", { class: "row" }, pic, h("p", { class: "soft tiny", text: names.length ? list(names) : t("wear.nothing") })),
      h("label", { class: "tick" }, box, h("span", { text: t("wear.at_once") })));
  }
}
customElements.define("shop-page", ShopPage);
