/** Links to this game: to watch or join it, and one that holds it whole. */

import { html } from "../dom.js";
import { viewLink } from "../replay/share.js";
import { t } from "../words.js";
import { copyRow } from "./panels.js";
import { openSheet } from "./sheet.js";

/** @param {import("./desk.js").Desk} desk */
export function openShare(desk) {
  const { table, view } = desk;
  const match = table.match.peek();
  const { ply } = view.shown.peek();
  const { game, start, moves } = match;
  const whole = location.origin + viewLink(game, start, moves);
  const here = location.origin + viewLink(game, start, moves, ply);
  const part = (head, about, link) => html`<section class="share-part">
    <h3>${head}</h3>
    ${copyRow(link, head)}
    <p class="small">${about}</p>
  </section>`;
  openSheet(t("page.share.head"), () => html`<div class="share-sheet">
    ${table.still
      ? null
      : part(
          table.waiting() ? t("page.share.join") : t("page.share.watch"),
          t("page.share.watch.about"),
          `${location.origin}/game/${table.id}`,
        )}
    ${part(t("page.share.whole"), t("page.share.whole.about"), whole)}
    ${ply < match.moves.length
      ? part(t("page.share.position", { n: ply }), t("page.share.position.about"), here)
      : null}
  </div>`);
}
