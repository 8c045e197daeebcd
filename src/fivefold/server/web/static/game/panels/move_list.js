/** The panel with the moves of the game; each opens its position. */

import { html } from "../../dom.js";
import { icon } from "../../ui/icons.js";
import { t } from "../../words.js";

/** @param {import("../controls/game_page.js").GamePage} page */
export function moveListPanel({ client, view }) {
  return html`<section class="moves-panel" aria-label=${t("page.moves.title")}>
    <h2 class="panel-head">${icon("moves")}${t("page.moves.title")}</h2>
    <ff-moves .plies=${() => client.match.value.plies}
      .ply=${() => view.shown.value.ply}></ff-moves>
  </section>`;
}
