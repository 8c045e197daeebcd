/** What is said about the connection, in the place of the bar: nothing moves for it. */

import { html } from "../dom.js";
import { t, write } from "../words.js";
import { icon } from "./icons.js";

export function banner(table) {
  const state = table.state.value;
  if (table.still || state === "live") return null;
  if (state === "connecting" && !table.match.value) return null;
  const retry = html`<button
    class="btn white compact"
    type="button"
    @click=${() => table.connection.retry()}
  >${t("page.connection.try")}</button>`;
  const kept = Boolean(table.pending.value);
  if (state === "offline") {
    return html`<div class="banner" role="status">${icon("offline")}
      <p><b>${t("page.connection.offline")}</b>
        <span>${t(kept ? "page.connection.kept" : "page.connection.offline.about")}</span></p>
      ${retry}
    </div>`;
  }
  const about = kept
    ? t("page.connection.kept")
    : table.farewell.value
      ? write(table.farewell.value)
      : t("page.connection.soon");
  return html`<div class="banner" role="status"><span class="spin" aria-hidden="true"></span>
    <p><b>${t("page.connection.lost")}</b> <span>${about}</span></p>
    ${retry}
  </div>`;
}
