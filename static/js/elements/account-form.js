/* <account-form>: sign in, make an account (a guest keeps everything), or come back with a recovery code.
   Out: "account" {kind, name, password, code}. */
import { ask, button, h, put, say } from "../dom.js";
import { t } from "../i18n.js";

/** @typedef {"sign_in" | "register" | "recover"} Kind */

export class AccountForm extends HTMLElement {
  /** @param {Kind} kind @param {number} grant coins that come with an account @param {string} hint a name, as an example */
  constructor(kind = "sign_in", grant = 0, hint = "") {
    super();
    this.hint = hint;
    this.kind = kind;
    this.grant = grant;
    this.trouble = h("p", { class: "bad tiny", role: "alert" });
    this.body = h("form", {
      class: "stack",
      on: { submit: (/** @type {Event} */ event) => this.submit(event) },
    });
    this.dialog = h("dialog", { class: "sheet small", "aria-labelledby": "account-title" }, this.body);
    /** @type {Record<string, HTMLInputElement>} */
    this.fields = {};
  }

  connectedCallback() {
    if (this.firstChild) return;
    this.append(this.dialog);
    this.dialog.addEventListener("close", () => this.remove());
    this.draw();
    this.dialog.showModal();
    this.fields.name?.focus();
  }

  draw() {
    const { kind } = this,
      typed = this.fields.name?.value ?? "";
    this.fields = {
      name: this.field("name", { autocomplete: "username", maxlength: 20, value: typed,
        placeholder: kind === "register" ? this.hint || null : null }),
      ...(kind === "recover" ? { code: this.field("code", { autocomplete: "one-time-code" }) } : {}),
      password: this.field("password", {
        type: "password",
        autocomplete: kind === "sign_in" ? "current-password" : "new-password",
        minlength: kind === "sign_in" ? 1 : 8,
      }),
    };
    const label = (/** @type {string} */ name, /** @type {string} */ key) =>
      this.fields[name]
        ? h(
            "label",
            { class: "field" },
            h("span", { text: t(key) }),
            /** @type {HTMLElement} */ (this.fields[name]),
          )
        : null;
    this.trouble.textContent = "";
    put(
      this.body,
      h(
        "div",
        { class: "row apart" },
        h("h2", { id: "account-title", text: t(`account.${kind}`) }),
        button(t("close"), () => this.dialog.close(), { cls: "small" }),
      ),
      kind === "register"
        ? h("p", { class: "soft tiny", text: t("account.register_text", { n: this.grant }) })
        : null,
      label("name", "account.name"),
      label("code", "account.code"),
      label("password", kind === "sign_in" ? "account.password" : "account.new_password"),
      kind === "sign_in" ? null : h("p", { class: "soft tiny", text: t("account.password_rule") }),
      this.trouble,
      h("button", { type: "submit", class: "btn main" }, h("span", { text: t(`account.${kind}_go`) })),
      h(
        "div",
        { class: "row" },
        .../** @type {Kind[]} */ (["sign_in", "register", "recover"])
          .filter((other) => other !== kind)
          .map((other) =>
            h("button", {
              type: "button",
              class: "link",
              text: t(`account.to_${other}`),
              on: {
                click: () => {
                  this.kind = other;
                  this.draw();
                },
              },
            }),
          ),
      ),
    );
  }

  /** @param {string} name @param {import("../dom.js").Props} more */
  field(name, more) {
    const { value, ...rest } = more;
    const field = h("input", { name, required: true, ...rest });
    if (value) field.value = String(value);
    return field;
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    const value = (/** @type {string} */ name) => this.fields[name]?.value ?? "";
    say(this.trouble, "");
    ask(this, "account", {
      kind: this.kind,
      name: value("name").trim(),
      password: value("password"),
      code: value("code").trim(),
    });
  }

  /** @param {string} text */
  fail(text) {
    say(this.trouble, text);
  }
}
customElements.define("account-form", AccountForm);
