/* The part of the HTTP interface that is about things and presents. */
import { request } from "./api.js";

/** @import {Looks, Present, Presents, ShopItem, Stuff} from "../http.d.ts" */

const once = { once: true }, again = { again: true };

export const presents = {
  /** @returns {Promise<ShopItem[]>} */
  shop: () => request("GET", "/api/shop"),
  /** @param {string} item @returns {Promise<{thing: number, item: string, coins: number}>} */
  buy: (item) => request("POST", "/api/things", { item }, once),
  /** @returns {Promise<Stuff>} */
  stuff: () => request("GET", "/api/me/things"),
  /** @param {number} thing @param {boolean} worn */
  wear: (thing, worn) => request("PUT", `/api/me/things/${thing}/worn`, { worn }, again),
  /** @param {boolean} put_on are accepted things put on at once? */
  taste: (put_on) => request("PUT", "/api/me/wardrobe", { put_on }, again),
  /** @returns {Promise<Presents>} */
  list: () => request("GET", "/api/me/presents"),
  /** @param {{to: number, item?: string, thing?: number, note: string}} wish @returns {Promise<{coins: number | null}>} */
  give: (wish) => request("POST", "/api/presents", wish, once),
  /**
   * @param {number} id @param {"accept" | "refuse" | "withdraw" | "return"} word
   * @returns {Promise<{present: Present, coins: number | null, worn: boolean}>}
   */
  answer: (id, word) => request("POST", `/api/presents/${id}/${word}`, {}, again),
  /** @param {number[]} ids @returns {Promise<Looks[]>} */
  looks: (ids) => request("GET", `/api/looks?players=${ids.join(",")}`),
};
