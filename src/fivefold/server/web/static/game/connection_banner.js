/** The connection's state, shown over the bar so that the layout does not shift. */

import { html } from "../dom.js";
import { t, write } from "../words.js";
import { icon } from "../ui/icons.js";

export function banner(client) {
  const state = client.connectionState.value;
  if (client.isStatic || state === "live") return null;
  if (state === "connecting" && !client.match.value) return null;
  const retry = html`<button
    class="btn white compact"
    type="button"
    @click=${() => client.connection.retry()}
  >${t("page.connection.try")}</button>`;
  const kept = Boolean(client.pending.value);
  if (state === "offline") {
    return html`<div class="banner" role="status">${icon("offline")}
      <p><b>${t("page.connection.offline")}</b>
        <span>${t(kept ? "page.connection.kept" : "page.connection.offline.about")}</span></p>
      ${retry}
    </div>`;
  }
  const about = kept
    ? t("page.connection.kept")
    : client.closingReason.value
      ? write(client.closingReason.value)
      : t("page.connection.soon");
  return html`<div class="banner" role="status"><span class="spin" aria-hidden="true"></span>
    <p><b>${t("page.connection.lost")}</b> <span>${about}</span></p>
    ${retry}
  </div>`;
}
