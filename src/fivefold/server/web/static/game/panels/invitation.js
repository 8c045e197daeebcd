/** The panel of a free seat: the link to send, or the button that takes the seat. */

import { html } from "../../dom.js";
import { machineName, sideName } from "../../player_names.js";
import { copyRow } from "../../ui/form_controls.js";
import { icon } from "../../ui/icons.js";
import { moreWays } from "../../ui/share_link.js";
import { t } from "../../words.js";

/** @param {import("../controls/game_page.js").GamePage} page */
export function invitationPanel({ client, seats }) {
  const match = client.current;
  const free = match.seats.X.kind === "open" ? "X" : "O";
  const side = sideName(match, free);
  if (!client.secret) {
    return html`<section class="invite" aria-label=${t("page.invite.name")}>
      <h2>${t("page.invite.free", { side })}</h2>
      <p class="small">${t("page.invite.take.about")}</p>
      <div class="row wrap">
        <button class="btn black" type="button" @click=${() => seats.join(free)}>
          ${t("page.invite.take", { side })}</button>
      </div>
    </section>`;
  }
  const engine = seats.lastEngine();
  return html`<section class="invite" aria-label=${t("page.invite.name")}>
    <h2>${t("page.invite.head")}</h2>
    ${copyRow(location.href.split(/[?#]/)[0], t("page.invite.link"))}
    ${moreWays(location.href.split(/[?#]/)[0])}
    <p class="small">${t("page.invite.about", { side })}</p>
    <ul class="options">
      <li><button class="btn plain" type="button" @click=${() => seats.assign(free, "me")}>
        ${icon("person")}${t("page.invite.here")}</button></li>
      <li><button class="btn plain" type="button" @click=${() => seats.assign(free, engine)}>
        ${icon("cube")}${() => t("page.invite.machine", { name: machineName(engine) })}
        </button></li>
    </ul>
  </section>`;
}
