/* /me: my account, my coins, my settings. */
import { api } from "../api.js";
import { account } from "../api-account.js";
import { presents } from "../api-presents.js";
import { standing } from "../api-standing.js";
import { become, explain, games, once, openAccount, store, tell } from "../app.js";
import { make } from "../dom.js";
import { speak, t } from "../i18n.js";
import { show as showAgain } from "../router.js";
import { applyTheme, choose } from "../settings.js";
import { AccountPage } from "../elements/account-page.js";
import { askForm, showLines } from "../elements/ask-form.js";
import { take } from "./coins.js";
import { dressed } from "./dressed.js";

/** @import {AccountData} from "../elements/account-page.js" */

/** @param {HTMLElement} root */
export async function open(root) {
  const page = make(AccountPage);
  /** @type {AccountData} */
  const data = { me: store.me, lines: [], more: false, sessions: [], standing: null, putOn: null };
  /** @type {number | null} */
  let next = null;
  let whose = store.me?.id ?? null;
  const clothes = dressed(page, () => store.me);
  const draw = () => {
    page.show(Object.assign(data, { me: store.me }));
    clothes.draw();
  };
  const lines = async () => {
    const answer = await account.statement(next);
    next = answer.next;
    Object.assign(data, { lines: [...data.lines, ...answer.lines], more: answer.next !== null });
    draw();
  };
  const sessions = async () => {
    const answer = await account.sessions();
    data.sessions = answer;
    draw();
  };
  const taste = async () => {
    data.putOn = (await presents.stuff()).put_on;
    draw();
  };
  const points = async (/** @type {number} */ me) => {
    data.standing = await standing.of(me);
    draw();
  };
  const load = () => {
    if (!store.me) return;
    lines().catch(explain);
    points(store.me.id).catch(explain);
    taste().catch(explain);
    if (!store.me.guest) sessions().catch(explain);
  };
  const changed = () => {
    if ((store.me?.id ?? null) !== whose || store.me?.guest !== data.me?.guest) {
      whose = store.me?.id ?? null;
      next = null;
      Object.assign(data, { lines: [], more: false, sessions: [], standing: null });
      load();
    }
    draw();
  };
  const wishes = wishesOf(lines, sessions, taste);
  const heard = (/** @type {Event} */ event) =>
    once(event.type, async () => {
      await wishes[event.type]?.(/** @type {CustomEvent} */ (event).detail);
    });
  for (const name of Object.keys(wishes)) page.addEventListener(name, heard);
  store.addEventListener("me", changed);
  root.append(page);
  draw();
  games()
    .then(draw)
    .catch(() => {});
  load();
  return {
    close() {
      clothes.close();
      store.removeEventListener("me", changed);
      page.remove();
    },
  };
}

/**
 * @param {() => Promise<void>} lines
 * @param {() => Promise<void>} sessions
 * @param {() => Promise<void>} taste
 * @returns {Record<string, (detail: any) => Promise<unknown> | unknown>}
 */
function wishesOf(lines, sessions, taste) {
  return {
    avatar: async ({ avatar }) => become(await account.change({ avatar })),
    rename: async ({ name }) => become(await account.change({ name })),
    "more-lines": lines,
    "end-session": async ({ id }) => {
      await account.endSession(id);
      await sessions();
    },
    "sign-out": async () => {
      await account.logout();
      become(null);
    },
    "account-dialog": ({ kind }) => openAccount(kind),
    password: async () => {
      const typed = await askForm(
        t("safety.password"),
        "",
        [
          { name: "old", label: t("account.password"), type: "password", autocomplete: "current-password" },
          { name: "new", label: t("account.new_password"), type: "password", autocomplete: "new-password" },
        ],
        t("safety.change"),
      );
      if (!typed) return;
      await account.password(typed.old ?? "", typed.new ?? "");
      tell(t("safety.changed"));
    },
    codes: async () => {
      const typed = await askForm(
        t("safety.codes"),
        t("safety.codes_ask"),
        [
          {
            name: "password",
            label: t("account.password"),
            type: "password",
            autocomplete: "current-password",
          },
        ],
        t("safety.codes_go"),
      );
      if (!typed) return;
      const { codes } = await account.recoveryCodes(typed.password ?? "");
      showLines(t("safety.codes"), t("safety.codes_text"), codes);
    },
    remove: async () => {
      const guest = store.me?.guest;
      const typed = await askForm(
        t("account.remove"),
        t("account.remove_text"),
        guest
          ? []
          : [
              {
                name: "password",
                label: t("account.password"),
                type: "password",
                autocomplete: "current-password",
              },
            ],
        t("account.remove_go"),
      );
      if (!typed) return;
      await account.remove(typed.password);
      become(null);
      tell(t("account.removed"));
    },
    bonus: () => take("bonus"),
    taste: async ({ on }) => {
      await presents.taste(on);
      await taste();
    },
    setting: ({ name, value }) => {
      choose(name, value);
      applyTheme();
      store.tell("me");
    },
    language: async ({ value }) => {
      await speak(value);                                 // before anything is drawn in it
      choose("language", value);
      if (store.me) become(await account.change({ language: value }));
      await showAgain();
    },
  };
}
