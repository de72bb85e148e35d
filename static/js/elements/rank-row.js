/* A line of a leaderboard: place, picture, name, points. */
import { face, h, who } from "../dom.js";
import { number, t } from "../i18n.js";

/** @import {Ranked} from "../../http.d.ts" */

/**
 * @param {Ranked} ranked
 * @param {{own?: boolean, more?: boolean, tag?: "li" | "p"}} [how] is it the reader; with matches and wins; what it is
 */
export function rankRow({ place, id, name, avatar, points, matches, wins, finished }, { own, more, tag = "li" } = {}) {
  const text = own ? t("standing.you", { name }) : name;
  const facts = t("standing.facts", { n: wins, matches, finished: finished ?? 0 });
  return h(tag, { class: own ? "rank own" : "rank" },
    h("span", { class: "place" }, h("span", { class: "away", text: t("standing.place") }), number(place)),
    own ? face(avatar) : who({ id, name, avatar }),
    h("span", { class: "name" }, h("a", { href: own ? "/me" : `/p/${id}`, text }), more ? h("small", { text: facts }) : null),
    h("b", { class: "num" }, number(points), h("span", { class: "away", text: ` ${t("standing.points", { n: points })}` })));
}
