/* Texts come from messages/{language}/{part}.json. A message is a string with {facts}, or an object of plural forms
   chosen by fact n. */
import { request } from "./api.js";

/** @typedef {string | Record<string, string>} Message */
/** @typedef {Record<string, string | number>} Facts */

export const LANGUAGES = ["en", "es"];

/** @type {Record<string, Message>} */
let messages = {};
let language = "en";
/** @type {Intl.PluralRules} */
let plural = new Intl.PluralRules("en");
/** @type {Intl.NumberFormat} */
let numbers = new Intl.NumberFormat("en");

/**
 * Which language to speak: the reader's choice, the account's, the browser's, English.
 * @param {...(string | null | undefined)} wishes
 */
export function pickLanguage(...wishes) {
  for (const wish of wishes) {
    const found = LANGUAGES.find((known) => (wish ?? "").toLowerCase().split("-")[0] === known);
    if (found) return found;
  }
  return "en";
}

/** @param {string} lang @param {Record<string, Message>} texts */
export function speakWith(lang, texts) {
  language = lang;
  messages = texts;
  plural = new Intl.PluralRules(lang);
  // grouping from four digits on in every language: coins are read at a glance
  numbers = new Intl.NumberFormat(lang, /** @type {Intl.NumberFormatOptions} */ ({ useGrouping: "always" }));
}

/** The parts that are known by now: a page asks for what it needs. */
const parts = new Set(["first"]);

/** @param {string} lang @param {string} part @returns {Promise<Record<string, Message>>} */
const load = (lang, part) => request("GET", new URL(`../messages/${lang}/${part}.json`, import.meta.url).href);

/** Loads a language and speaks it from now on. @param {string} lang */
export async function speak(lang) {
  const texts = /** @type {Record<string, Message>} */ ({}), here = new Set();
  for (let more = [...parts]; more.length; more = [...parts].filter((part) => !here.has(part))) {   // parts come meanwhile
    Object.assign(texts, ...(await Promise.all(more.map((part) => load(lang, part)))));
    for (const part of more) here.add(part);
  }
  speakWith(lang, texts);
  document.documentElement.lang = lang;
}

/** Parts on their way. @type {Map<string, Promise<void>>} */
const coming = new Map();

/** Loads a further part of the language that is spoken, once. @param {string} part @returns {Promise<void>} */
export function learn(part) {
  if (parts.has(part)) return Promise.resolve();
  const known = coming.get(part);
  if (known) return known;
  const lang = language;
  const loading = load(lang, part).then((texts) => {
    parts.add(part);
    if (lang === language) messages = { ...messages, ...texts };
    else return load(language, part).then((other) => { messages = { ...messages, ...other }; });
  }).finally(() => coming.delete(part));
  coming.set(part, loading);
  return loading;
}

/** Is this part known? @param {string} part */
export const knows = (part) => parts.has(part);

export const spoken = () => language;
/** @param {number} n */
export const number = (n) => numbers.format(n);
/** With its sign: coins that come and go. @param {number} n */
export const signed = (n) => (n < 0 ? `−${number(-n)}` : `+${number(n)}`);
/**
 * What is written from right to left, so that the words and figures around it keep their places.
 * @param {string} text
 */
const apart = (text) => (/^[^\u2066-\u2069]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text) ? `\u2068${text}\u2069` : text);
/** Is there such a message? @param {string} key */
export const has = (key) => Object.hasOwn(messages, key);

/**
 * The text of a message. A missing one shows its key: ugly enough to be found.
 * @param {string} key
 * @param {Facts} [facts]
 */
export function t(key, facts = {}) {
  const message = messages[key];
  if (message === undefined) return key;
  let form = typeof message === "string" ? message : undefined;
  if (typeof message === "object") {
    const n = Number(facts.n ?? 0);
    form = message[`=${n}`] ?? message[plural.select(n)] ?? message.other ?? "";
  }
  return (form ?? "").replace(/\{(\w+)\}/g, (whole, name) => {
    const value = facts[name];
    return value === undefined ? whole : typeof value === "number" ? number(value) : apart(value);
  });
}

/** "Ana, Bruno and Leo". @param {string[]} words */
export const list = (words) => new Intl.ListFormat(language, { type: "conjunction" }).format(words.map(apart));

/** @param {number | string} at @param {Intl.DateTimeFormatOptions} [how] */
export const moment = (at, how = { dateStyle: "medium", timeStyle: "short" }) => {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "" : new Intl.DateTimeFormat(language, how).format(date);
};
