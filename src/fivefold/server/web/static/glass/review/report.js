/**
 * <ff-report>: the accuracy of both sides with its definition, what each move lost, and the turning
 * points. Properties: report (of the server; null draws nothing), game, names ({X, O}, the players),
 * views (all positions, for small boards; or null), ready (false: more may follow).
 * Events: ff-goto { ply }, ff-better { mistake }.
 */
import { html, svg } from "../../dom.js";
import { t, write } from "../../words.js";
import { Panel } from "../../ui/element.js";
import { turnsOf } from "./review.js";
import "./turning_points.js";

const WIDTH = 320;
const HEIGHT = 120;
const [LEFT, EDGE] = [30, 20];
/** The least loss at the ends of the axis, by unit. */
const MOST = { chance: 100, discs: 20, result: 1 };

export class Report extends Panel.with({
  report: /** @type {any} */ (null),
  game: /** @type {GameInfo | null} */ (null),
  names: /** @type {{ X: string, O: string } | null} */ (null),
  views: /** @type {PositionView[] | null} */ (null),
  ready: true,
}) {
  player(seat) {
    return write(this.game?.players?.[seat]);
  }

  draw() {
    return html`
      ${() => this.report && this.drawAccuracy(this.report)}
      <ff-turns
        .turns=${() => turnsOf(this.report)}
        .game=${() => this.game}
        .unit=${() => this.report?.unit ?? "chance"}
        .views=${() => this.views}
        .ready=${() => this.ready && Boolean(this.report)}
      ></ff-turns>
      ${() => this.report && this.drawLosses(this.report)}
    `;
  }

  drawAccuracy({ sides, definition, time }) {
    return html`<div class="accs">
        ${["X", "O"].map((seat) => this.drawSide(seat, sides[seat], time?.[seat]))}
      </div>
      <details class="acc-how">
        <summary>${t("page.report.how")}</summary>
        <p>${write(definition)}</p>
      </details>`;
  }

  drawSide(seat, { accuracy, counted, mistakes }, time) {
    const name = this.names?.[seat] ?? this.player(seat);
    const shown = accuracy === null ? "–" : accuracy.toFixed(0);
    return html`<div class="acc">
      <span class="acc-who"><small>${this.player(seat)}</small>
        ${name === this.player(seat) ? null : html`<b>${name}</b>`}</span>
      <span class="acc-number" aria-label=${t("page.report.accuracy", { n: shown })}>${shown}<small>${
        accuracy === null ? "" : " %"
      }</small></span>
      <small>${t("report.mistakes", { count: mistakes, counted })}</small>
      ${time ? html`<small>${t("page.report.time", { n: Math.round(time.total), ply: time.ply })}</small>` : null}
    </div>`;
  }

  /** The losses: the first player upwards, filled; the second downwards, outlined. */
  drawLosses({ moves, unit, turning_points: turns }) {
    const losses = moves.map(({ loss }) => loss ?? 0);
    const top = Math.max(MOST[unit], ...losses);
    const middle = HEIGHT / 2;
    const scale = (middle - EDGE) / top;
    const step = (WIDTH - LEFT) / Math.max(1, moves.length);
    const bar = Math.max(1.5, Math.min(10, step * 0.7));
    const x = (ply) => LEFT + (ply - 0.5) * step;
    const ticks = [top / 2, top].filter((tick) => unit !== "result" || tick === top);
    const drawTick = (tick) => svg`<line class="loss-grid" x1=${LEFT} x2=${WIDTH}
      y1=${middle - tick * scale} y2=${middle - tick * scale}></line>
      <line class="loss-grid" x1=${LEFT} x2=${WIDTH} y1=${middle + tick * scale}
      y2=${middle + tick * scale}></line>
      <text x=${LEFT - 6} y=${middle - tick * scale + 3.5}>${Math.round(tick)}</text>
      <text x=${LEFT - 6} y=${middle + tick * scale + 3.5}>${Math.round(tick)}</text>`;
    const drawBar = ({ ply, side, loss }) => {
      const tall = Math.max(0.75, (loss ?? 0) * scale);
      return svg`<rect class=${side === "X" ? "loss-x" : "loss-o"} x=${x(ply) - bar / 2}
        y=${side === "X" ? middle - tall : middle} width=${bar} height=${tall} rx="1"></rect>`;
    };
    const drawMark = ({ number, ply, side, loss }) => {
      const y = middle + (side === "X" ? -1 : 1) * (loss * scale + 9);
      return svg`<circle class="loss-mark" cx=${x(ply)} cy=${y} r="7"></circle>
        <text class="loss-number" x=${x(ply)} y=${y + 3.5}>${number}</text>`;
    };
    return html`<figure class="losses">
      <h3>${t("report.head.lost")}</h3>
      <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${this.spoken(moves, unit)}>
        ${ticks.map(drawTick)}${moves.map(drawBar)}
        <line class="loss-axis" x1=${LEFT} x2=${WIDTH} y1=${middle} y2=${middle}></line>
        ${turns.map(drawMark)}
      </svg>
      <figcaption>${t("report.chart", {
        what: t(`report.lost.${unit}`),
        first: this.player("X"),
        second: this.player("O"),
      })}</figcaption>
    </figure>`;
  }

  spoken(moves, unit) {
    const words = t(`report.lost.${unit}`);
    const worst = moves.reduce((a, b) => ((b.loss ?? 0) > (a?.loss ?? 0) ? b : a), null);
    if (!worst?.loss) return words;
    const facts = { player: this.player(worst.side), ply: worst.ply, move: worst.move };
    return `${words} ${t("page.report.most", facts)}`;
  }
}

Report.define("ff-report");
