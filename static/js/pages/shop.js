/* /shop: what there is to have, what I have, presents. */
import { presents } from "../api-presents.js";
import { become, ensureMe, explain, once, store, tell } from "../app.js";
import { button, h, make } from "../dom.js";
import { number, t } from "../i18n.js";
import { wardrobe } from "../looks.js";
import { stock } from "../stock.js";
import { thingArt, thingName } from "../thing-art.js";
import { ShopPage } from "../elements/shop-page.js";
import { choose } from "./give.js";
import { attend } from "./presents.js";

/** @import {ShopData} from "../elements/shop-page.js" */
/** @import {ShopItem} from "../../http.d.ts" */

/** @param {HTMLElement} root */
export async function open(root) {
  const page = make(ShopPage);
  /** @type {ShopData} */
  const data = { me: store.me, items: await stock(), stuff: null, looks: null, tab: "shop", kind: "" };
  const draw = () => page.show(Object.assign(data, { me: store.me, looks: store.me && wardrobe.of(store.me.id) }));
  const load = async () => {
    if (store.me) {
      wardrobe.want([store.me.id]);
      data.stuff = await presents.stuff();
    }
    draw();
  };
  const turn = (/** @type {Partial<ShopData>} */ change) => {
    Object.assign(data, change);
    draw();
  };
  const look = () => load().catch(explain);
  /** @type {Record<string, (detail: any) => unknown>} */
  const wishes = {
    tab: ({ tab }) => turn({ tab }),
    kind: ({ kind }) => turn({ kind }),
    buy: ({ item }) => sell(item),
    wear: async ({ thing, worn }) => {
      await presents.wear(thing, worn);
      await load();
    },
    "give-thing": ({ thing }) => choose({ thing }),
    taste: async ({ on }) => {
      await presents.taste(on);
      await load();
    },
  };
  for (const [name, wish] of Object.entries(wishes))
    page.addEventListener(name, (event) => once(`shop ${name}`, async () => {
      await wish(/** @type {CustomEvent} */ (event).detail);
    }));
  for (const what of ["me", "things"]) store.addEventListener(what, look);
  wardrobe.addEventListener("looks", draw);
  root.append(page);
  draw();
  const end = attend(page.presents, look);
  await load();
  return {
    close() {
      end();
      wardrobe.removeEventListener("looks", draw);
      for (const what of ["me", "things"]) store.removeEventListener(what, look);
      page.remove();
    },
  };
}

/** Asks before coins leave: for myself, or for somebody else? @param {ShopItem} item */
async function sell({ key, slot, price }) {
  const me = await ensureMe();
  if (price > me.coins) return;
  const thing = thingName(key), shut = button(t("close"), () => dialog.close(), { cls: "small" });
  const buy = () => once(`buy ${key}`, async () => {
    dialog.close();
    const { coins } = await presents.buy(key);
    if (store.me) become({ ...store.me, coins });
    store.tell("things");
    tell(t("shop.bought", { thing }));
  });
  const gift = () => {
    dialog.close();
    choose({ item: key });
  };
  const text = t("shop.ask_text", { price: number(price), coins: number(me.coins), left: number(me.coins - price) });
  const dialog = h("dialog", { class: "sheet small", "aria-labelledby": "sell" }, h("div", { class: "stack" },
    h("div", { class: "row apart" }, h("h2", { id: "sell", text: thing }), shut),
    h("div", { class: "show big" }, thingArt(key, slot, me.avatar)),
    h("p", { text }),
    h("div", { class: "row" }, button(t("shop.buy_for", { price: number(price) }), buy, { main: true }),
      button(t("card.give"), gift, { icon: "gift" }))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
