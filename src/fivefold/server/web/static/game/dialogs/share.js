/** The share dialog: links to watch or join, and a link that contains the whole game. */

import { html } from "../../dom.js";
import { viewLink } from "../../replay/share.js";
import { t } from "../../words.js";
import { copyRow } from "../../ui/form_controls.js";
import { openSheet } from "../../ui/dialogs.js";
import { moreWays } from "../../ui/share_link.js";

/** @param {import("../controls/game_page.js").GamePage} page */
export function openShare(page) {
  const { client, view } = page;
  const match = client.match.peek();
  const { ply } = view.shown.peek();
  const { game, start, moves } = match;
  const whole = location.origin + viewLink(game, start, moves);
  const here = location.origin + viewLink(game, start, moves, ply);
  const part = (head, about, link, first = false) => html`<section class="share-part">
    <h3>${head}</h3>
    ${copyRow(link, head, { first })}
    ${first ? moreWays(link) : null}
    <p class="small">${about}</p>
  </section>`;
  openSheet(t("page.share.head"), () => html`<div class="share-sheet">
    ${client.isStatic
      ? null
      : part(
          client.waiting() ? t("page.share.join") : t("page.share.watch"),
          t("page.share.watch.about"),
          `${location.origin}/game/${client.id}`,
          true,
        )}
    ${part(t("page.share.whole"), t("page.share.whole.about"), whole, client.isStatic)}
    ${ply < match.moves.length
      ? part(t("page.share.position", { n: ply }), t("page.share.position.about"), here)
      : null}
  </div>`);
}
