/**
 * <ff-graph>: who was ahead after each move. Up is the first player, the dotted line is even.
 * Pointer and arrow keys go to a move; red numbers mark the biggest mistakes.
 *
 * Othello is drawn in discs, other games on the review's scale from −100 to 100.
 *
 * Properties: values (a number, an Evaluation or null for each ply), ply, marks [{ ply, n }], game,
 * caption (the text on the right). Event: ff-goto { ply }.
 */
import { each, effect, html, signal, svg } from "../../dom.js";
import { t, write } from "../../words.js";
import { Panel } from "../../ui/element.js";
import { inDiscs } from "./review.js";

const SIDE = 8;
const TOP = 8;
const STEPS = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
};
const EVEN = 3;
/** The lead in discs that is drawn at three quarters of the height. */
const DISCS = 20;

const valueOf = (each) => (typeof each === "number" ? each : (each?.value ?? null));

export class Graph extends Panel.with({
  values: /** @type {any[]} */ ([]),
  ply: 0,
  marks: /** @type {{ ply: number, n: number }[]} */ ([]),
  game: /** @type {GameInfo | null} */ (null),
  caption: /** @type {string | null} */ (null),
}) {
  constructor() {
    super();
    this.width = signal(320);
    this.height = signal(84);
    this.sizes = new ResizeObserver(([entry]) => {
      const { width, height } = entry.contentRect;
      if (!width || !height) return;
      this.width.value = Math.round(width);
      this.height.value = Math.round(height);
    });
  }

  disconnectedCallback() {
    this.sizes.disconnect();
    super.disconnectedCallback();
  }

  get last() {
    return Math.max(this.values.length - 1, 1);
  }

  x(ply) {
    return SIDE + ((this.width.value - 2 * SIDE) * ply) / this.last;
  }

  y(value) {
    const middle = this.height.value / 2;
    return middle - ((middle - TOP) * Math.max(-100, Math.min(100, value))) / 100;
  }

  /** The height of a position, −100 to 100; null if it is not evaluated yet. */
  heightOf(ply) {
    const each = this.values[ply];
    if (!inDiscs(this.values)) return valueOf(each);
    return each ? 100 * Math.tanh(each.discs / DISCS) : null;
  }

  /** The evaluated stretches as lists of [x, y]; gaps are not evaluated yet. */
  stretches() {
    /** @type {[number, number][][]} */
    const found = [[]];
    this.values.forEach((_, ply) => {
      const value = this.heightOf(ply);
      if (value === null) found.push([]);
      else found.at(-1)?.push([this.x(ply), this.y(value)]);
    });
    return found.filter((points) => points.length);
  }

  line() {
    return this.stretches()
      .map((points) => `M${points.map((point) => point.join(" ")).join("L")}`)
      .join("");
  }

  area() {
    const even = this.y(0);
    return this.stretches()
      .map((points) => {
        const along = points.map((point) => point.join(" ")).join("L");
        const last = points[points.length - 1];
        return `M${points[0][0]} ${even}L${along}L${last[0]} ${even}Z`;
      })
      .join("");
  }

  known(ply) {
    return valueOf(this.values[ply]) !== null;
  }

  spoken() {
    const value = valueOf(this.values[this.ply]);
    const ply = this.ply;
    if (value === null || value === undefined) return t("page.graph.unknown", { ply });
    if (inDiscs(this.values)) return this.spokenDiscs(ply);
    if (Math.abs(value) <= EVEN) return t("page.graph.even", { ply });
    const player = write(this.game?.players?.[value > 0 ? "X" : "O"]);
    return t("page.graph.ahead", { ply, player, value: Math.abs(Math.round(value)) });
  }

  spokenDiscs(ply) {
    const discs = Math.round(this.values[ply].discs);
    if (!discs) return t("page.graph.even", { ply });
    const player = write(this.game?.players?.[discs > 0 ? "X" : "O"]);
    return t("page.graph.discs", { ply, player, n: Math.abs(discs) });
  }

  go(ply) {
    const next = Math.max(0, Math.min(this.last, ply));
    if (next !== this.ply) this.tell("ff-goto", { ply: next });
  }

  follow(event) {
    if (event.type === "pointerdown") event.currentTarget.setPointerCapture(event.pointerId);
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { left } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - left - SIDE) / (this.width.value - 2 * SIDE);
    this.go(Math.round(share * this.last));
  }

  press(event) {
    const to = { Home: 0, End: this.last }[event.key] ?? this.ply + STEPS[event.key];
    if (Number.isNaN(to)) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(to);
  }

  drawMark(mark) {
    const button = html`<button
      class="graph-mark"
      type="button"
      aria-label=${() => t("page.graph.mistake", { n: mark.value.n, ply: mark.value.ply })}
      @click=${() => this.go(mark.peek().ply)}
    ><span>${() => mark.value.n}</span></button>`.firstElementChild;
    effect(() => {
      const { ply } = mark.value;
      button.style.left = `${this.x(ply)}px`;
      button.style.top = `${this.y(this.heightOf(ply) ?? 0)}px`;
    });
    return button;
  }

  draw() {
    const plot = html`<div
      class="graph-plot"
      role="slider"
      tabindex="0"
      aria-label=${t("page.graph.label")}
      aria-valuemin="0"
      aria-valuemax=${() => this.last}
      aria-valuenow=${() => Math.min(this.ply, this.last)}
      aria-valuetext=${() => this.spoken()}
      @pointerdown=${(event) => this.follow(event)}
      @pointermove=${(event) => this.follow(event)}
      @keydown=${(event) => this.press(event)}
    >
      <svg aria-hidden="true" width="100%" height="100%">
        ${svg`<path class="graph-area" d=${() => this.area()}></path>
        <line class="graph-even" x1="0" x2="100%" y1=${() => this.y(0)}
          y2=${() => this.y(0)}></line>
        <path class="graph-line" d=${() => this.line()}></path>
        <line class="graph-now" y1="0" y2="100%" x1=${() => this.x(this.ply)}
          x2=${() => this.x(this.ply)}></line>
        <circle class="graph-dot" r=${() => (this.known(this.ply) ? 4 : 0)}
          cx=${() => this.x(this.ply)}
          cy=${() => this.y(this.heightOf(this.ply) ?? 0)}></circle>`}
      </svg>
    </div>`;
    this.sizes.observe(plot.firstElementChild);
    return html`<figure class="graph">
      <div class="graph-frame">
        ${plot}
        ${each(
          () => this.marks,
          (mark) => mark.n,
          (mark) => this.drawMark(mark),
        )}
      </div>
      <figcaption>
        <span>${() => t("page.graph.up", { player: write(this.game?.players?.X) })}</span>
        <span>${() => this.caption ?? t("page.graph.move", { ply: this.ply })}</span>
      </figcaption>
    </figure>`;
  }
}

Graph.define("ff-graph");
