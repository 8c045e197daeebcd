/**
 * <ff-replay>: replays the last moves. The segments choose how many; slider, graph and list go to
 * any of them.
 *
 * Properties: game, match (id) or views (all positions from the start, without a match), start,
 * plies, reviewed (false: no graph, as in a live game between people).
 * Events: ff-show { view, numbers, ply }, ff-close. Methods: step(n), go(ply), toggle(), first(),
 * last(). Keys inside: [ ] and space.
 */
import { get } from "../api.js";
import { computed, effect, html, signal, untracked } from "../dom.js";
import { icon } from "../ui/icons.js";
import { Panel } from "../ui/element.js";
import "../glass/review/graph.js";
import "../glass/review/report.js";
import { GameReview } from "../glass/review/review.js";
import { t, write } from "../words.js";
import "./moves.js";
import { faster, numbersOf, paceOf, rangeOf } from "./range.js";
import { drawLengths, drawScrub, drawTransport, placeOf } from "./transport.js";

export class Replay extends Panel.with({
  game: /** @type {any} */ (null),
  match: /** @type {string | null} */ (null),
  views: /** @type {PositionView[] | null} */ (null),
  start: /** @type {string | null} */ (null),
  plies: /** @type {Ply[]} */ ([]),
  reviewed: true,
  length: /** @type {number | null} */ (10),
}) {
  constructor() {
    super();
    this.at = signal(0);
    this.playing = signal(false);
    this.speed = signal(1);
    this.fetched = signal(new Map());
    this.trouble = signal(/** @type {any} */ (null));
    this.review = new GameReview();
    this.timer = 0;
    /** The turning points; set when the panel is drawn. @type {Signal<any[]>} */
    this.marks = signal([]);
  }

  disconnectedCallback() {
    this.stop();
    this.review.stop();
    super.disconnectedCallback();
  }

  get total() {
    return this.plies.length;
  }

  get range() {
    return rangeOf(this.length, this.total);
  }

  /** The shown ply. */
  get ply() {
    return this.at.value;
  }

  go(ply) {
    const [from, to] = this.range;
    // A move outside the range extends it to the whole game.
    if (ply < from || ply > to) this.length = null;
    this.at.value = Math.max(0, Math.min(this.total, ply));
  }

  step(n) {
    this.stop();
    const [from, to] = this.range;
    this.at.value = Math.max(from, Math.min(to, this.at.peek() + n));
  }

  first() {
    this.stop();
    this.at.value = this.range[0];
  }

  last() {
    this.stop();
    this.at.value = this.range[1];
  }

  scrub(ply) {
    this.stop();
    this.at.value = ply;
  }

  toggle() {
    if (this.playing.peek()) this.stop();
    else this.play();
  }

  play() {
    const [from, to] = this.range;
    if (from === to) return;
    if (this.at.peek() >= to) this.at.value = from;
    this.playing.value = true;
    this.wait();
  }

  stop() {
    clearTimeout(this.timer);
    this.playing.value = false;
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const to = this.range[1];
      if (this.at.peek() < to) this.at.value += 1;
      if (this.at.peek() >= to) this.stop();
      else if (this.playing.peek()) this.wait();
    }, paceOf(this.speed.peek()));
  }

  faster() {
    this.speed.value = faster(this.speed.peek());
    if (this.playing.peek()) this.wait();
  }

  choose(length) {
    this.length = length;
    const [from, to] = this.range;
    if (!this.playing.peek()) this.at.value = from;
    else this.at.value = Math.max(from, Math.min(to, this.at.peek()));
  }

  viewAt(ply) {
    return this.views?.[ply] ?? this.fetched.value.get(ply) ?? null;
  }

  /** Fetches the missing positions of the range. */
  async load() {
    const { match, length, total } = this;
    const [from] = this.range;
    if (!match || this.views || !this.game) return;
    const known = this.fetched.peek();
    if (known.has(from) && known.has(total) && this.loadedFor === this.lineKey()) return;
    await this.fetch(length ?? "all");
  }

  /** Fetches the last positions, or all. @param {number | "all"} last */
  async fetch(last) {
    if (this.loadedFor !== this.lineKey()) this.fetched.value = new Map();
    this.loadedFor = this.lineKey();
    this.trouble.value = null;
    try {
      const path = `/api/matches/${encodeURIComponent(this.match ?? "")}/replay?last=${last}`;
      const { views } = await get(path);
      const next = new Map(this.fetched.peek());
      views.forEach((view) => next.set(view.ply, view));
      this.fetched.value = next;
    } catch (error) {
      this.trouble.value = error;
    }
  }

  lineKey() {
    return `${this.match}|${this.plies.map((each) => each.move).join(",")}`;
  }

  press(event) {
    const act = { "[": () => this.step(-1), "]": () => this.step(1) }[event.key];
    const presses = "button, input, select, [role=slider]";
    const space = event.key === " " && !event.target.closest(presses);
    if (event.ctrlKey || event.metaKey || event.altKey || !(act || space)) return;
    event.preventDefault();
    event.stopPropagation();
    if (act) act();
    else this.toggle();
  }

  follow() {
    untracked(() => (this.at.value = this.range[0]));
    effect(() => {
      // Read the dependencies, then fetch untracked.
      this.lineKey();
      void this.length;
      untracked(() => this.load());
    });
    effect(() => {
      const view = this.viewAt(this.at.value);
      const [from] = this.range;
      if (!view || !this.game) return;
      const numbers = numbersOf(this.plies, from, view.ply, this.game);
      untracked(() => this.tell("ff-show", { view, numbers, ply: view.ply }));
    });
    effect(() => {
      const { match, game, start, plies, reviewed } = this;
      if (!reviewed || !game) return this.review.stop();
      const moves = plies.map((each) => each.move);
      untracked(() => this.review.follow({ match, game, start, moves }));
    });
  }

  draw() {
    this.follow();
    this.marks = computed(() => this.review.turns);
    return html`<section class="replay" aria-label=${t("page.replay.title")}
        @keydown=${(event) => this.press(event)}
        @ff-goto=${(event) => this.onGoto(event)}>
      <header class="replay-head">
        <h2>${t("page.replay.title")}</h2>
        <span class="replay-at">${() => placeOf(this)}</span>
        <button class="r-icon" type="button" aria-label=${t("page.replay.close")}
          @click=${() => this.tell("ff-close")}>${icon("close")}</button>
      </header>
      ${drawLengths(this)}
      ${drawTransport(this)}
      ${drawScrub(this)}
      ${() => drawTrouble(this.trouble.value)}
      <ff-graph
        ?hidden=${() => !this.reviewed || this.total < 2 || Boolean(this.review.trouble.value)}
        .values=${() => this.review.values.value}
        .ply=${() => this.ply}
        .game=${() => this.game}
        .marks=${() => this.marks.value}
        .caption=${() => t("page.graph.jump")}
      ></ff-graph>
      <ff-moves
        .plies=${() => this.plies}
        .ply=${() => this.ply}
        .marks=${() => this.marks.value}
      ></ff-moves>
      <details class="replay-report" @toggle=${(event) => this.opened(event.target)} ?hidden=${() => !this.reviewed || !this.review.report.value}>
        <summary>${() => this.accuracies()}</summary>
        <ff-report
          .report=${() => this.review.report.value}
          .game=${() => this.game}
          .views=${() => this.whole()}
          @ff-better=${(event) => this.showBefore(event)}
        ></ff-report>
      </details>
    </section>`;
  }

  /** The accuracies in one line, which opens the report. */
  accuracies() {
    const { sides } = this.review.report.value ?? {};
    if (!sides) return "";
    const shown = ({ accuracy }) => (accuracy === null ? "–" : `${accuracy.toFixed(0)} %`);
    const [first, second] = ["X", "O"].map((seat) => write(this.game?.players?.[seat]));
    return t("page.report.both", { first, second, x: shown(sides.X), o: shown(sides.O) });
  }

  /** The cards show positions outside the range. */
  opened(details) {
    if (details.open && this.match && !this.views && this.viewAt(0) === null) this.fetch("all");
  }

  /** All positions, as far as they are known. */
  whole() {
    const plies = [...this.plies.keys(), this.plies.length];
    return plies.map((ply) => this.viewAt(ply));
  }

  /** Opens the position before a turning point; the card shows the better move. */
  showBefore(event) {
    event.stopPropagation();
    this.stop();
    this.go(event.detail.mistake.ply - 1);
  }

  onGoto(event) {
    if (event.target === this) return;
    event.stopPropagation();
    this.stop();
    this.go(event.detail.ply);
  }
}

function drawTrouble(trouble) {
  return trouble ? html`<p class="g-trouble">${write(trouble.words)}</p>` : null;
}

Replay.define("ff-replay");
