/** Further ways to pass on a link: the system's share sheet, and a QR code for the phone next to you. */

import { html } from "../dom.js";
import { t } from "../words.js";
import { icon } from "./icons.js";
import { qrSvg } from "./qr.js";

/** @param {string} link */
export function moreWays(link) {
  const share = async () => {
    try {
      await navigator.share({ title: document.title, url: link });
    } catch {
      // Cancelled: the link is still here to be copied.
    }
  };
  const code = qrSvg(link, t("page.share.qr.label"));
  return html`<div class="more-ways">
    ${"share" in navigator
      ? html`<button class="btn white" type="button" @click=${share}>${icon("export")}${t("page.share.native")}</button>`
      : null}
    ${code
      ? html`<details class="qr-fold"><summary>${icon("down")}<span>${t("page.share.qr")}</span></summary>${code}</details>`
      : null}
  </div>`;
}
