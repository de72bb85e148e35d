/* <waiting-room>: before the match: who is missing, how to fetch them, how to begin.
   Out: "start", "practice", "sit", "copy" {text}, and what <kept-seats> says. */
import { art, ask, button, h, put, redraw } from "../dom.js";
import { number, t } from "../i18n.js";
import { badges, differing, gameName, gameOf, refusal } from "../words.js";
import { invites } from "../api-invite.js";

/** @import {TableState} from "../table-state.js" */

export class WaitingRoom extends HTMLElement {
  /** Whom the host has invited; null until that is there. @type {import("./kept-seats.js").KeptSeats | null} */
  kept = null;
  hosting = false;

  /** @param {import("./kept-seats.js").KeptSeats} kept */
  keep(kept) {
    this.kept = kept;
    if (this.hosting) this.append(kept);
  }

  /** @param {TableState} state */
  show(state) {
    const { view, invite, me, kept, barred } = state,
      { table, you } = view;
    const seated = view.seats.filter(Boolean).length,
      free = table.seats - seated;
    const least = gameOf(table.game)?.seats.min ?? 2;
    const host = you !== null && table.host === you;
    this.hosting = host;
    const looks = JSON.stringify([
      view.seats.map((seat) => seat?.player.id),
      table.host,
      view.phase,
      invite,
      you,
      me?.coins,
      least,
      kept,
      barred,
    ]);
    if (this.dataset.drawn === looks) return;
    this.dataset.drawn = looks;
    this.className = "waiting";
    const short = you === null && me !== null && me.coins < table.bet;
    const why = barred ? "kept" : short ? "not_enough_coins" : "";
    redraw(this, () => put(
      this,
      h(
        "div",
        { class: "stack facts-of" },
        h("h2", { text: free ? t("waiting.title", { n: free }) : t("status.full") }),
        kept && !barred ? h("p", { class: "tiny", text: t("waiting.kept", { n: kept }) }) : null,
        h(
          "p",
          { class: "row" },
          h("span", { class: "chip", text: gameName(table.game) }),
          ...badges(table.game, differing(table.game, table.options)).map((text) => h("span", { class: "chip rule", text })),
          h("span", { class: "chip rule", text: t("speed", { n: table.turn_ms / 1000 }) }),
          table.public ? null : h("span", { class: "chip rule" }, art("lock"), t("table.private")),
        ),
        h("p", {
          class: "soft tiny",
          text: table.bet ? t("waiting.bet", { bet: number(table.bet) }) : t("waiting.practice"),
        }),
      ),
      you === null
        ? h(
            "div",
            { class: "row acts" },
            why
              ? h("p", { class: "tiny", text: refusal(why) })
              : button(t("waiting.sit"), () => ask(this, "sit"), { main: true }),
          )
        : h(
            "div",
            { class: "row acts" },
            host && free && table.seats > least
              ? button(
                  t("waiting.start", { n: seated }),
                  () => {
                    if (seated >= least) ask(this, "start");
                  },
                  {
                    main: seated >= least,
                    "aria-disabled": seated >= least ? null : "true",
                    title: seated >= least ? null : t("waiting.too_few", { n: least }),
                  },
                )
              : null,
            table.bet
              ? button(t("waiting.practise"), () => ask(this, "practice"), {
                  main: !(host && seated >= least),
                })
              : null,
          ),
      invite && you !== null ? this.invitation(table.code, invite) : null,
      host ? this.kept : null,
    ));
  }

  /**
   * Link and picture that lead straight to a seat.
   * @param {string} code
   * @param {{address: string, token: string | null}} invite
   */
  invitation(code, invite) {
    const picture = h("img", {
      src: invites.qr(code, invite.token),
      alt: t("waiting.qr"),
      width: 132,
      height: 132,
    });
    picture.addEventListener("error", () => picture.remove());
    return h(
      "div",
      { class: "invite" },
      picture,
      h(
        "div",
        { class: "stack" },
        h("p", { class: "tiny soft", text: t("waiting.invite") }),
        h("code", { class: "link", text: invite.address }),
        button(t("waiting.copy"), () => ask(this, "copy", { text: invite.address }), { icon: "share" }),
      ),
    );
  }
}
customElements.define("waiting-room", WaitingRoom);
