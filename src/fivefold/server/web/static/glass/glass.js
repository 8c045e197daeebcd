/**
 * <ff-glass>: the glass box. Shows the engine's reasons for the move on the board, or any other
 * strategy's opinion of the position.
 *
 * Properties: game, view, match (id or null), start (position text if there is no match), plies and
 * swap2 (of the match, with decisions), held (my seats), spoken (the seat whose sentence the page
 * shows elsewhere), piece ({ letter, cells } in the hand), open, closedReason (a message shown
 * instead of the content).
 * Events: ff-display { display }, ff-goto { ply }, ff-mark { cells }, ff-layers { layers }.
 */
import { computed, effect, html, signal, untracked } from "../dom.js";
import { icon } from "../ui/icons.js";
import { say } from "../ui/announcements.js";
import { asksEngine, canAnalyseMoves, ENGINE, machineName } from "../player_names.js";
import { t, write } from "../words.js";
import { drawAskForm } from "./ask_form.js";
import { badgeOf } from "./badge.js";
import { drawCandidates, foldWords } from "./candidates.js";
import { displayOf, namedCells, NOTHING } from "./overlay/display.js";
import { Panel } from "../ui/element.js";
import "./review/graph.js";
import { GameReview } from "./review/review.js";
import { LAYERS, shownLayers, switchLayer } from "./layers.js";
import { drawChips, drawLegend, drawPoints } from "./legend.js";
import { costOf, drawLine } from "./line.js";
import { drawColumns, drawState } from "./columns.js";
import { Opinions, positionOf } from "./opinions.js";
import { signed } from "./overlay/score.js";
import { compare, comparesAlone, drawWhose, plateOf, sideOf, waitingWords } from "./whose.js";
import { drawSentence, fitsTwoLines, reasonOf, sentenceOf, sentenceParts } from "./sentence.js";
import { askWins, drawWins } from "./wins.js";
import { askWorth, drawWorth } from "./worth.js";

const STRONG_LEVEL = "level(4)";
const HINT_SECONDS = 2;
const OWN = "own";
const PHONE = matchMedia("(max-width: 719px)");

/** @type {any} */
const NONE = null;

export class Glass extends Panel.with({
  game: NONE,
  view: NONE,
  match: NONE,
  start: NONE,
  plies: /** @type {Ply[]} */ ([]),
  swap2: NONE,
  ply: NONE,
  held: /** @type {Seat[]} */ ([]),
  spoken: NONE,
  piece: NONE,
  open: true,
  closedReason: NONE,
}) {
  constructor() {
    super();
    this.opinions = new Opinions();
    this.review = new GameReview();
    this.selected = signal(OWN);
    /** The position of the last question, whose answer is shown whatever the switch says. */
    this.asked = signal("");
    /** The positions in which the reader's moves were compared or somebody was asked. */
    this.compared = new Set();
    this.marked = signal(/** @type {number[]} */ ([]));
    this.picked = signal(/** @type {string | null} */ (null));
    this.unfolded = signal(false);
    this.narrow = signal(PHONE.matches);
    this.resized = () => (this.narrow.value = PHONE.matches);
    /** The opinions of the position; set when the panel is drawn. @type {Signal<any[]>} */
    this.shownColumns = signal([]);
    /** The opinion on the board. @type {Signal<any>} */
    this.current = signal(null);
  }

  connectedCallback() {
    PHONE.addEventListener("change", this.resized);
    super.connectedCallback();
  }

  disconnectedCallback() {
    PHONE.removeEventListener("change", this.resized);
    this.review.stop();
    this.opinions.dropAll();
    super.disconnectedCallback();
    this.tell("ff-display", { display: null });
  }

  /** Whether the glass box may show anything. */
  get speaks() {
    return Boolean(this.open && !this.closedReason && this.game && this.view);
  }

  get position() {
    return this.game && this.view ? positionOf(this.game, this.view) : "";
  }

  /** The last decision up to the shown ply, as an opinion; null if no move has one. */
  own() {
    const ply = this.view?.ply ?? 0;
    const past = this.plies.slice(0, ply);
    const chosen = this.swap2?.choices.findLast((each) => each.decision && each.ply === ply);
    const found = chosen ?? past.findLast((each) => each.decision);
    if (!found) return null;
    if (chosen || found.role) return this.weighed(found);
    const later = past.filter((each) => each.ply > found.ply);
    const decision = { ...found.decision, seat: found.seat };
    return {
      id: OWN,
      ply: found.ply,
      strategy: found.decision.strategy ?? "",
      state: "done",
      decision,
      // A forced pass changes nothing: the decision still explains what is on the board.
      onBoard: later.every((each) => each.forced),
      view: { ...this.view, move: decision.move },
    };
  }

  /** A swap2 decision, shown like an answer about that position. */
  weighed({ ply, decision }) {
    const onBoard = ply === this.view.ply;
    const { strategy = "" } = decision;
    return { id: OWN, ply: 0, strategy, state: "done", decision, onBoard, view: this.view };
  }

  /** All opinions of the position: the mover's own and those requested here. */
  columns() {
    if (!this.speaks) return [];
    const asked = this.opinions
      .about(this.position)
      .map((opinion) => ({ ...opinion, onBoard: true, view: this.view }));
    const own = this.own();
    return own ? [own, ...asked] : asked;
  }

  /** Asks a strategy about the position and shows its answer. */
  async ask(strategy, hint = false, more = {}) {
    if (!this.speaks || this.whyNot()) return null;
    const question = { ...this.question(), ...more };
    this.compared.add(this.position);
    const asked = this.opinions.ask(strategy, question, this.position, hint);
    this.asked.value = this.position;
    this.selected.value = this.opinions.list.peek().at(-1)?.id ?? OWN;
    const opinion = await asked;
    if (opinion?.state === "done") say(sentenceOf(opinion.decision));
    if (opinion?.state === "failed") say(write(opinion.trouble.words));
    return opinion;
  }

  /** Asks the engine or a strong level and shows only its move. */
  hint() {
    if (!asksEngine(this.game) || !canAnalyseMoves(this.game)) return this.ask(STRONG_LEVEL, true);
    return this.ask(ENGINE, true, { seconds: HINT_SECONDS });
  }

  /** Asks which moves win or what they are worth, if the server has the strategy for it. */
  wins() {
    if (!canAnalyseMoves(this.game)) return null;
    return asksEngine(this.game) ? askWorth(this) : askWins(this);
  }

  get countsDiscs() {
    return this.game?.name === "othello";
  }

  /** The piece whose placements the board shows: the one in the hand, or picked in the list. */
  chosenPiece() {
    const letter = this.piece?.letter ?? this.picked.value;
    return letter && !this.view?.cells.includes(letter) ? letter : null;
  }

  /** Toggles layer n, 1 to 4. */
  layer(n) {
    const name = LAYERS[n - 1];
    if (!name || !this.game) return;
    const decision = this.current.value?.decision;
    switchLayer(name, this.game, decision);
    this.tell("ff-layers", { layers: shownLayers(this.game, decision) });
  }

  whyNot() {
    return this.view?.to_move ? null : t("page.glass.over");
  }

  question() {
    const { ply } = this.view;
    if (this.match) return { match: this.match, ply };
    const { name, rows, columns, rules } = this.game;
    const moves = this.plies.slice(0, ply).map((each) => each.move);
    const whole = { game: name, size: `${rows}x${columns}`, rules, moves };
    return this.start ? { ...whole, position: this.start } : whole;
  }

  mark(cells) {
    this.marked.value = cells;
    this.tell("ff-mark", { cells });
  }

  display() {
    const shown = this.current.value;
    if (!shown?.decision || !shown.onBoard) return this.withMarks(NOTHING, shown);
    if (shown.hint) {
      const move = { ...shown.decision, pv: [], candidates: [], overlay: [] };
      return this.withMarks(displayOf(move, shown.view, this.game, { line: true }), shown);
    }
    const piece = this.chosenPiece();
    const layers = { ...shownLayers(this.game, shown.decision), piece, shape: this.piece?.cells };
    return this.withMarks(displayOf(shown.decision, shown.view, this.game, layers), shown);
  }

  /** Adds the squares under the pointer or focus, and on phones those of the sentence. */
  withMarks(display, shown) {
    const cells = [...display.cells];
    if (this.narrow.value && shown?.decision && shown.onBoard && this.game.name === "gomoku") {
      cells.push(...namedCells(sentenceParts(shown.decision, this.game), this.game));
    }
    const marked = this.marked.value;
    if (marked.length) cells.push({ cells: marked, tone: "neutral", label: "" });
    return { ...display, cells, plate: plateOf(display, shown, this) };
  }

  follow() {
    let last = "";
    effect(() => {
      const display = this.speaks ? this.display() : null;
      const text = JSON.stringify(display);
      if (text === last) return;
      last = text;
      untracked(() => this.tell("ff-display", { display }));
    });
    effect(() => {
      if (comparesAlone(this)) untracked(() => compare(this));
    });
    effect(() => {
      const { speaks, match, game, start, plies } = this;
      if (!speaks) {
        this.review.stop();
        return;
      }
      const moves = plies.map((each) => each.move);
      untracked(() => this.review.follow({ match, game, start, moves }));
    });
  }

  draw() {
    this.shownColumns = computed(() => this.columns());
    this.current = computed(() => {
      const isOwn = ({ id }) => id === OWN;
      const columns = this.shownColumns.value;
      if (sideOf(this) === "its") return columns.find(isOwn) ?? null;
      const asked = columns.filter((each) => !isOwn(each));
      return asked.find((each) => each.id === this.selected.value) ?? asked.at(-1) ?? null;
    });
    this.follow();
    return html`<section class="glass" aria-label=${t("page.glass.title")}
        ?hidden=${() => !this.open}>
      <header class="glass-head">
        <h2>${icon("cube")}${t("page.glass.title")}</h2>
        <span class="glass-who">${() => this.who()}</span>
        ${() => this.drawBadge()}
        ${drawWhose(this)}
      </header>
      ${() => closed(this.closedReason)}
      <div class="glass-body" ?hidden=${() => !this.speaks}>
        ${drawColumns(this)}
        ${() => this.drawSaying()}
        ${() => this.drawQuestion()}
        <button class="g-fold" type="button" aria-expanded=${() => String(this.unfolded.value)}
          ?hidden=${() => !this.current.value?.decision}
          @click=${() => (this.unfolded.value = !this.unfolded.value)}
          ><span>${() => foldWords(this.current.value?.decision, this.game)}</span>${icon(
            "down",
          )}</button>
        <div class=${() => (this.unfolded.value ? "glass-rest unfolded" : "glass-rest")}>
          ${() => this.drawDetails()}
        </div>
        ${drawChips(this)}
        ${() => drawPoints(this)}
        ${() => drawLegend(this)}
        ${this.drawGraph()}
        <div class="glass-foot">
          <p class="g-cost">${() => costOf(this.current.value?.decision ?? {})}</p>
          ${drawAskForm({
            game: () => this.game,
            why: () => this.whyNot(),
            ask: (strategy) => this.ask(strategy),
          })}
        </div>
      </div>
    </section>`;
  }

  who() {
    const shown = this.speaks ? this.current.value : null;
    if (!shown?.strategy) return "";
    const name = machineName(shown.strategy);
    return shown.ply ? t("page.glass.who_moved", { name, ply: shown.ply }) : name;
  }

  drawBadge() {
    const shown = this.speaks ? this.current.value : null;
    const badge = shown?.decision && badgeOf(shown.decision, shown.view, this.game, this.held);
    if (!badge) return null;
    const tick = badge.sure ? icon("check") : null;
    return html`<span class=${`badge ${badge.tone}`}>${tick}${badge.text}</span>`;
  }

  drawSaying() {
    const shown = this.current.value;
    if (!this.speaks) return null;
    if (!shown) return html`<p class="g-quiet">${waitingWords(this)}</p>`;
    if (!shown.decision) return drawState(shown, this);
    // The page says it under the opponent's name, unless it is too long for that.
    const above = shown.ply && this.spoken && shown.decision.seat === this.spoken;
    if (above && fitsTwoLines(reasonOf(shown.decision))) return null;
    const parts = sentenceParts(shown.decision, this.game);
    return html`<p class="say">${drawSentence(parts, (cells) => this.mark(cells))}</p>`;
  }

  /** The question about every move, and its answer. */
  drawQuestion() {
    if (sideOf(this) === "its") return null;
    return asksEngine(this.game) ? drawWorth(this) : drawWins(this);
  }

  drawGraph() {
    return html`<ff-graph
      ?hidden=${() => this.plies.length < 2 || Boolean(this.review.trouble.value)}
      .values=${() => this.review.values.value}
      .ply=${() => this.view?.ply ?? 0}
      .game=${() => this.game}
      .marks=${() => this.review.turns}
      .caption=${() => this.caption()}
    ></ff-graph>`;
  }

  caption() {
    if (!this.countsDiscs || !this.view) return null;
    const n = this.view.cells.split(".").length - 1;
    const discs = this.review.values.value[this.view.ply]?.discs;
    if (!discs) return t("page.graph.empty", { n });
    const player = write(this.game.players?.[discs > 0 ? "X" : "O"]);
    return t("page.graph.discs_empty", { player, score: signed(Math.abs(discs)), n });
  }

  drawDetails() {
    const shown = this.current.value;
    if (!this.speaks || !shown?.decision || shown.hint) return null;
    const mark = (cells) => this.mark(cells);
    const pick = (letter) => (this.picked.value = letter);
    return [
      drawCandidates(shown.decision, shown.view, this.game, { mark, pick }),
      drawLine(shown.decision, shown.view, this.game, mark),
    ];
  }
}

function closed(reason) {
  return reason ? html`<p class="glass-closed">${write(reason)}</p>` : null;
}

Glass.define("ff-glass");
