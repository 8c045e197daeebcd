/** Sharing a study: a link to read it, and one with which two people edit it together. */
import { html } from "../../dom.js";
import { copyRow } from "../../ui/form_controls.js";
import { openSheet } from "../../ui/dialogs.js";
import { moreWays } from "../../ui/share_link.js";
import { t } from "../../words.js";

/** @param {import("../client.js").StudyClient} client */
export async function openShare(client) {
  // A draft gets its address now.
  await client.store();
  const link = `${location.origin}/analyse/${client.id}`;
  const together = `${link}#edit=${client.secret}`;
  const part = (head, about, address, first = false) => html`<section class="share-part">
    <h3>${head}</h3>
    ${copyRow(address, head, { first })}
    ${first ? moreWays(address) : null}
    <p class="small">${about}</p>
  </section>`;
  openSheet(t("page.study.share"), () => html`<div class="share-sheet">
    ${part(t("page.study.share.read"), t("page.study.share.read.about"), link, true)}
    ${client.canEdit.peek() && client.secret
      ? part(t("page.study.share.together"), t("page.study.share.together.about"), together)
      : null}
  </div>`);
}
