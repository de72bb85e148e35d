/* What people at the table wear: pictures, frames and companions of all, my own cloth and backs. */
import { wardrobe } from "../looks.js";
import { store } from "../app.js";
import { learn } from "../i18n.js";
import { hangAt } from "../gifts.js";

/** @import {TablePage} from "../elements/table-page.js" */
/** @import {Looks} from "../../http.d.ts" */

/** @param {Looks | null} looks */
const anything = (looks) => Boolean(looks && Object.values(looks).filter(Boolean).length > 1);

/** @param {TablePage} page @returns {() => void} takes it off */
export function wearing(page) {
  /** Fetched when somebody wears something. @type {typeof import("../thing-art.js") | null} */
  let things = null;
  const draw = () => {
    const view = page.state?.view;
    if (!view) return;
    const seated = view.seats.flatMap((sits, seat) => (sits && !sits.robot ? [{ seat, player: sits.player }] : []));
    const me = store.me?.id ?? 0;
    wardrobe.want([...seated.map(({ player }) => player.id), me]);
    const worn = [...seated.map(({ player }) => player.id), me].some((id) => anything(wardrobe.of(id)));
    if (!things && worn) fetch();
    if (!things) return;
    things.lay(page, wardrobe.of(me));
    for (const { seat, player } of seated) {
      const pic = seat === view.you ? page.own.pic : page.seats.list.querySelector(`[data-seat="${seat}"] > .pic`);
      if (pic) things.dress(pic, wardrobe.of(player.id), player.avatar);
    }
  };
  const fetch = async () => {
    const [found] = await Promise.all([import("../thing-art.js"), learn("shop")]);
    things = found;
    draw();
  };
  page.addEventListener("drawn", draw);
  wardrobe.addEventListener("looks", draw);
  const unhang = hangAt(page.bar);
  return () => {
    page.removeEventListener("drawn", draw);
    wardrobe.removeEventListener("looks", draw);
    unhang();
  };
}
