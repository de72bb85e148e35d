/* <play-card card="r7">: a card, drawn from shapes. Notation of the rules; "back" is a face-down card. */
import { picture, svg } from "../dom.js";
import { isColored, isFrench, SHAPES } from "../words.js";

/**
 * Breaks in the frame, after the "pinta" of old Spanish cards: the colour can be told from the edge.
 * @type {Record<string, number>}
 */
const GAPS = { r: 0, b: 1, g: 2, y: 3 };
/** @type {Record<string, string>} */
const SYMBOLS = { S: "skip", R: "turn", P: "plus", T: "run" };
/** Cards without a colour: picture and figure. @type {Record<string, [string, string]>} */
const NIGHT = {
  W: ["four", ""],
  W4: ["four", "+4"],
  WSH: ["turn", ""],
  WC: ["four", "?"],
  CC: ["four", ""],
  ST: ["run", ""],
  K: ["crown", ""],
  "+3": ["", "+3"],
  BR: ["shield", ""],
};
/** @type {Record<string, string>} */
const COURT = { J: "jack", Q: "queen", K: "crown" };

/** @param {string} id @param {number} x @param {number} y @param {number} size @param {string} cls */
const use = (id, x, y, size, cls) =>
  svg("use", { href: picture(id), x, y, width: size, height: size, class: cls });
/** @param {string} text @param {number} x @param {number} y @param {number} size */
const word = (text, x, y, size) => svg("text", { x, y, "font-size": size, class: "num" }, text);
const stock = () => svg("rect", { class: "stock", width: 100, height: 140, rx: 11 });

/** The frame, with n gaps at top and bottom. @param {number} n */
function frame(n) {
  const piece = (70 - n * 9) / (n + 1);
  const line = (/** @type {number} */ y) =>
    Array.from({ length: n + 1 }, (_, i) => `M${15 + i * (piece + 9)} ${y}h${piece}`).join("");
  return svg("path", {
    class: "frame",
    d: `${line(6)}${line(134)}M6 15v110M94 15v110M6 15q0-9 9-9M94 15q0-9-9-9M6 125q0 9 9 9M94 125q0 9-9 9`,
  });
}

/** @param {string} color @param {string} what */
function colored(color, what) {
  const symbol = SYMBOLS[what],
    long = what.length > 1;
  return [
    stock(),
    use(SHAPES[color] ?? "", 27, 57, 86, "tone"),
    frame(GAPS[color] ?? 0),
    ...(symbol
      ? [use(symbol, 11, 13, 22, "ink"), use(symbol, 36, 60, 52, "ink")]
      : [
          word(what, long ? 24 : 22, 37, long ? 26 : 32),
          long ? word(what, 56, 116, 56) : word(what, 60, 112, 80),
        ]),
    use(SHAPES[color] ?? "", 9, 43, 27, "ink"),
  ];
}

/** @param {string} card */
function night(card) {
  const [id, figure] = NIGHT[card] ?? ["", card];
  const parts = [stock(), frame(0)];
  if (figure) parts.push(word(figure, 25, 36, 26), word(figure, 54, id ? 116 : 110, 58));
  if (id && figure) parts.push(use(id, 46, 14, 42, "ink"));
  else if (id === "four") parts.push(use(id, 17, 44, 68, "ink"), use(id, 12, 13, 22, "ink"));
  else if (id) parts.push(use(id, 22, 44, 60, "ink"), use(id, 11, 13, 20, "ink"));
  if (["ST", "K", "WSH"].includes(card))
    ["flame", "moon", "leaf", "sun"].forEach((dot, i) =>
      parts.push(use(dot, 15 + i * 18.5, 114, 13, `dot-${i}`)),
    );
  return parts;
}

/** @param {string} rank @param {string} suit */
function french(rank, suit) {
  const figure = rank === "T" ? "10" : rank,
    long = figure.length > 1,
    pip = SHAPES[suit] ?? "",
    court = COURT[rank];
  return [
    stock(),
    frame(0),
    word(figure, long ? 25 : 22, 39, long ? 30 : 36),
    use(pip, 10, 46, 26, "ink"),
    ...(court
      ? [use(court, 30, 40, 54, "ink"), use(pip, 46, 102, 22, "ink")]
      : [rank === "A" ? use(pip, 26, 54, 62, "ink") : use(pip, 34, 66, 50, "ink")]),
  ];
}

export class PlayCard extends HTMLElement {
  static observedAttributes = ["card"];

  get card() {
    return this.getAttribute("card") ?? "back";
  }
  set card(card) {
    if (this.getAttribute("card") !== card) this.setAttribute("card", card);
  }

  attributeChangedCallback() {
    const card = this.card,
      root = svg("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" });
    if (card === "back") {
      this.dataset.c = "back";
      root.append(svg("use", { href: picture("back") }));
    } else if (isFrench(card)) {
      this.dataset.c = card.slice(-1);
      root.append(...french(card.slice(0, -1), card.slice(-1)));
    } else if (isColored(card)) {
      this.dataset.c = card.slice(0, 1);
      root.append(...colored(card.slice(0, 1), card.slice(1)));
    } else {
      this.dataset.c = "n";
      root.append(...night(card));
    }
    this.replaceChildren(root);
  }
}
customElements.define("play-card", PlayCard);

/** A card to put somewhere. @param {string} card */
export function playCard(card) {
  const node = new PlayCard();
  node.card = card;
  return node;
}
