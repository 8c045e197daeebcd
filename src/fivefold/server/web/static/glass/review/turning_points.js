/**
 * <ff-turns>: the turning points, who played them, what each lost and why, and the better move.
 * Properties: turns (of review.js), game, unit, views (all positions, for small boards; or null),
 * ready. Event: ff-better { mistake }.
 */
import { each, html } from "../../dom.js";
import { cellsOf, other } from "../../notation.js";
import { t, write } from "../../words.js";
import { Panel } from "../../ui/element.js";

export class Turns extends Panel.with({
  turns: /** @type {any[]} */ ([]),
  game: /** @type {GameInfo | null} */ (null),
  unit: "chance",
  views: /** @type {PositionView[] | null} */ (null),
  ready: true,
}) {
  draw() {
    return html`
      <ol class="turns">
        ${each(
          () => this.turns,
          (turn) => turn.ply,
          (turn) => html`<li>
            <button class="turn" type="button" @click=${() => this.tell("ff-better", { mistake: turn.peek() })}>
              <i aria-hidden="true">${() => turn.value.n}</i>
              <span class="turn-words">
                <span><b>${() => this.named(turn.value)}</b>
                  <span class="turn-loss">${() => lossWords(this.unit, turn.value.loss)}</span></span>
                <span>${() => turn.value.reasons.map(write).join(" ")}</span>
                <small>${() => write(turn.value.instead)}</small>
                <span class="turn-line">${() => this.line(turn.value)}</span>
              </span>
              ${() => this.board(turn.value)}
            </button>
          </li>`,
        )}
      </ol>
      ${() => this.none()}
    `;
  }

  none() {
    if (!this.ready || this.turns.length) return null;
    return html`<p class="turns-none">${t("page.turns.none")}</p>`;
  }

  named({ ply, move, seat }) {
    return t("page.turns.move_by", { ply, move, player: write(this.game?.players?.[seat]) });
  }

  /** The better line, each move with its number in the colour of its side. */
  line({ ply, seat, line }) {
    return line.map(
      (move, i) => html`<span class=${(i % 2 ? other(seat) : seat) === "X" ? "black" : "white"}
        ><i>${ply + i}</i>${move}</span>`,
    );
  }

  /** The position after the move, with the better move on it. */
  board(turn) {
    const view = this.views?.[turn.ply];
    const { game } = this;
    if (!view || !game) return null;
    const ghost = { cells: cellsOf(turn.better, game), n: turn.ply, seat: turn.seat };
    const letter = /^[A-Z] /.test(turn.better) ? { letter: turn.better[0] } : {};
    const overlay = { ghosts: [{ ...ghost, ...letter }] };
    const label = t("page.turns.board", { ply: turn.ply, better: turn.better });
    return html`<span class="turn-board"><ff-board mini still .label=${label} .game=${game}
      .view=${view} .overlay=${overlay}></ff-board></span>`;
  }
}

/** What was lost, in the unit of the report: “−33 points”, “−8 discs”, “the win”. */
export function lossWords(unit, loss) {
  return t(`page.turns.lost.${unit}`, { loss: loss === 1 ? 1 : String(loss) });
}

Turns.define("ff-turns");
