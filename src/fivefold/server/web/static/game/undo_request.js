/** The other player's request to take a move back, with the two answers. */

import { html } from "../dom.js";
import { other } from "../notation.js";
import { sideName } from "../player_names.js";
import { t } from "../words.js";

/** @param {import("./controls/game_page.js").GamePage} page */
export function undoRequest({ client, match }) {
  const asked = client.match.value?.undo_asked;
  if (!asked || !client.held.value.length) return null;
  if (client.held.value.includes(asked)) {
    return html`<div class="toast lasting"><p>${t("page.undo.waiting")}</p></div>`;
  }
  const player = sideName(client.match.value, other(client.held.value[0]));
  const asks = t("page.undo.asked", { player });
  return html`<div class="toast lasting" role="group" aria-label=${asks}>
    <p><b>${asks}</b></p>
    <button class="btn plain" type="button" @click=${() => match.answerUndo(false)}>
      ${t("page.undo.refuse")}</button>
    <button class="btn white" type="button" @click=${() => match.answerUndo(true)}>
      ${t("page.undo.accept")}</button>
  </div>`;
}
