/* What the shop has; asked for once. */
import { presents } from "./api-presents.js";

/** @import {ShopItem} from "../http.d.ts" */

/** @type {Promise<ShopItem[]> | null} */
let asked = null;

export const stock = () => (asked ??= presents.shop().catch((why) => {
  asked = null;
  throw why;
}));
