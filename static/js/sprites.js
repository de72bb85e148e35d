/* The drawings, once: each sheet is put into the document, so that pictures stay when the server is away. */
import { h, lookFile } from "./dom.js";

/** What every page needs; "robots.svg" is asked for by tables. */
const SHEETS = ["art.svg", "cards.svg"];
const AGAIN_MS = 2000;

/** Puts every sheet into the document as soon as it comes; what fails is asked for again. */
export function sprites() {
  SHEETS.forEach(place);
}

/**
 * Puts a sheet into the document, read as one by the request itself: the content policy lets no text become one.
 * @param {string} sheet
 */
export function place(sheet) {
  const asked = new XMLHttpRequest();
  asked.open("GET", lookFile(sheet));
  asked.responseType = "document";
  asked.onloadend = () => {
    const drawn = asked.status === 200 ? asked.responseXML?.documentElement : null;
    if (drawn) document.body.append(h("div", { class: "away", "aria-hidden": "true" }, document.importNode(drawn, true)));
    else setTimeout(() => place(sheet), AGAIN_MS);
  };
  asked.send();
}
