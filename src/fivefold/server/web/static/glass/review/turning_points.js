/**
 * <ff-turns>: the three moves that lost the most, who played them, what each gave away and the better
 * move. Properties: mistakes (of review.js), game, ready. Event: ff-better { mistake }.
 */
import { each, html } from "../../dom.js";
import { other } from "../../notation.js";
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
            <button class="turn" type="button" @click=${() => this.tell("ff-better", { mistake: mistake.peek() })}>
              <i aria-hidden="true">${() => mistake.value.n}</i>
              <span class="turn-words">
                <span><b>${() => this.named(mistake.value)}</b>
                  <span class="turn-loss">${() => this.swing(mistake.value)}</span></span>
                <small>${() => this.says(mistake.value)} ${() => this.instead(mistake.value)}</small>
              </span>
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

  name(seat) {
    return write(this.game?.players?.[seat]);
  }

  /** The move, and who made it unless the swing says so. */
  named(mistake) {
    const player = this.name(mistake.seat);
    const key = this.swing(mistake)?.startsWith(player) ? "page.turns.move" : "page.turns.move_by";
    return t(key, { ...mistake, player });
  }

  /** What the mover lost, if it has a unit: discs, or a forced win. */
  swing({ seat, loss, kept, had, has }) {
    const player = this.name(seat);
    if (kept !== undefined) return t("page.turns.discs", { player, n: Math.round(loss) });
    if (has && !has.wins) {
      return t("page.turns.lets_win", { player, other: this.name(other(seat)), plies: has.plies });
    }
    return had?.wins ? t("page.turns.had_win", { player, plies: had.plies }) : null;
  }

  /** What became of the position, unless a forced win on either side says it. */
  says({ how, had, has }) {
    return has?.wins === false || had?.wins ? "" : t(`page.turns.how.${how}`);
  }

  /** The better move, and in Othello the margin it would have kept. */
  instead({ better, kept, had, seat }) {
    const player = this.name(seat);
    if (kept !== undefined) {
      const score = signed(rounded(kept, 10));
      return t("page.turns.kept", { better, player, score });
    }
    return had?.wins
      ? t("page.turns.better_wins", { better, plies: had.plies })
      : t("page.turns.better", { better });
  }
}

Turns.define("ff-turns");
