/**
 * <ff-turns>: the three moves that lost the most, what each gave away and the better move.
 * Properties: mistakes (of review.js), game, ready. Event: ff-goto { ply }.
 */
import { each, html } from "../../dom.js";
import { t, write } from "../../words.js";
import { Panel } from "../../ui/element.js";
import { rounded, signed } from "../overlay/score.js";

export class Turns extends Panel.with({
  mistakes: /** @type {any[]} */ ([]),
  game: /** @type {GameInfo | null} */ (null),
  ready: true,
}) {
  draw() {
    return html`
      <ol class="turns">
        ${each(
          () => this.mistakes,
          (mistake) => mistake.ply,
          (mistake) => html`<li>
            <button class="turn" type="button" @click=${() => this.go(mistake.peek().ply)}>
              <i aria-hidden="true">${() => mistake.value.n}</i>
              <span class="turn-words">
                <span><b>${() => t("page.turns.move", mistake.value)}</b>
                  ${() => this.says(mistake.value)}</span>
                <small>${() => instead(mistake.value)}</small>
              </span>
              <span class="turn-loss">${() => `−${Math.round(mistake.value.loss)}`}</span>
            </button>
          </li>`,
        )}
      </ol>
      ${() => this.none()}
    `;
  }

  none() {
    if (!this.ready || this.mistakes.length) return null;
    return html`<p class="turns-none">${t("page.turns.none")}</p>`;
  }

  go(ply) {
    this.tell("ff-goto", { ply });
  }

  says({ how, seat }) {
    const player = write(this.game?.players?.[seat]);
    return t(`page.turns.how.${how}`, { player });
  }
}

/** The better move, and in Othello the margin it would have kept. */
function instead({ better, kept }) {
  if (kept === undefined) return t("page.turns.better", { better });
  return t("page.turns.kept", { better, score: signed(rounded(kept, 10)) });
}

Turns.define("ff-turns");
