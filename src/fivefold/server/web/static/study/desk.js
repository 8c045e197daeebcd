/** What the analysis board shows and does: the node on the board, the marks, the tool in the hand. */
import { computed, effect, signal, untracked } from "../dom.js";
import { forced, shortScore } from "../glass/overlay/score.js";
import { letterOf } from "../glass/overlay/cells.js";
import { recall, remember, settings } from "../local_storage.js";
import { cellName, cellsOf, other } from "../notation.js";
import { placed } from "../ui/sounds.js";
import { note, orRefuse, refuse, say } from "../ui/announcements.js";
import { t, write } from "../words.js";
import { StudyEngine } from "./engine.js";
import { handFor } from "./pieces.js";
import { SetUp } from "./set_up.js";
import { marked, withArrow, withGlyph } from "./tree.js";

/** What can be put on a cell. */
export const SHAPES = ["triangle", "square", "circle", "cross"];
export const TOOLS = [...SHAPES, "letter", "arrow"];
/** The glyphs, with the keys of their names. @type {Record<string, string>} */
export const GLYPHS = {
  "!": "good",
  "?": "mistake",
  "!?": "interesting",
  "?!": "doubtful",
  "!!": "excellent",
  "??": "blunder",
};

/** @typedef {"moves" | "engine" | "notes"} Tab */

export class StudyDesk {
  /** @param {import("./client.js").StudyClient} client */
  constructor(client) {
    this.client = client;
    this.engine = new StudyEngine(client);
    this.current = signal(client.tree.living(client.shown));
    /** The tab on phones. @type {Signal<Tab>} */
    this.tab = signal(/** @type {Tab} */ ("moves"));
    /** The mark that a tap on the board puts there; null: a tap plays. */
    this.tool = signal(/** @type {string | null} */ (null));
    this.lastTool = recall("study.tool", "triangle");
    /** Where an arrow begins. */
    this.arrowFrom = signal(/** @type {string | null} */ (null));
    /** The engine's line that is shown on the board: its place in the list. */
    this.lineShown = signal(/** @type {number | null} */ (null));
    /** The move that the server has not confirmed. */
    this.pending = signal(/** @type {string | null} */ (null));
    this.setUp = new SetUp(this);
    this.node = computed(() => {
      void client.changes.value;
      return client.tree.node(this.current.value) ?? client.tree.root;
    });
    this.view = computed(() => {
      void client.changes.value;
      void client.viewed.value;
      return client.view(client.tree.living(this.current.value));
    });
    this.hand = handFor({
      game: () => client.study.value.game,
      view: this.view,
      active: () => this.#plays(),
      pending: this.pending,
      play: (move) => this.play(move),
    });
    this.display = computed(() => this.#display());
    effect(() => {
      // Another editor may have deleted the node that is shown here.
      void client.changes.value;
      untracked(() => {
        const id = client.tree.living(this.current.peek());
        if (id !== this.current.peek()) this.current.value = id;
      });
    });
    effect(() => {
      const id = this.current.value;
      untracked(() => {
        client.shown = id;
        this.lineShown.value = null;
        this.arrowFrom.value = null;
        client.look(id);
        this.engine.follow(id);
      });
    });
  }

  get tree() {
    return this.client.tree;
  }

  get game() {
    return this.client.study.value.game;
  }

  /** Whether a tap on the board plays a move. */
  #plays() {
    return this.tool.value === null && !this.node.value.end && !this.pending.value;
  }

  /** Shows a node. */
  go(id) {
    if (id === null || !this.tree.nodes.has(id) || id === this.current.peek()) return;
    this.current.value = id;
    this.client.keep(false);
    say(this.spoken());
  }

  /** The move on the board, such as “18. i10”. */
  title() {
    const { move, ply } = this.node.value;
    if (move === undefined) return ply ? t("page.study.note_node", { ply }) : t("page.study.start");
    return t("page.study.at", { ply, move: shown(move) });
  }

  spoken() {
    const { comment, glyphs } = this.node.peek();
    return [this.title(), ...(glyphs ?? []).map(glyphName), comment]
      .filter(Boolean)
      .join(". ");
  }

  forward() {
    this.go(this.node.peek().children[0] ?? null);
  }

  back() {
    const { parent } = this.node.peek();
    this.go(parent < 0 ? null : parent);
  }

  first() {
    this.go(this.tree.root.id);
  }

  last() {
    this.go(this.tree.end(this.current.peek()));
  }

  /** Goes to the variation beside this one, if there is one here or at the last branching above. */
  beside(way) {
    for (let node = this.node.peek(); node && node.parent >= 0; node = this.tree.node(node.parent)) {
      const other = this.tree.beside(node.id, way);
      if (other !== null) {
        this.go(other);
        return;
      }
    }
  }

  /** Whether edits are possible; if not, says how to get there. */
  mayEdit() {
    if (this.client.canEdit.peek()) return true;
    refuse(t("page.study.read_only.why"));
    return false;
  }

  /** Sends an edit; shows a refusal. */
  edit(edit) {
    return this.mayEdit() ? orRefuse(this.client.edit(edit)) : Promise.resolve(null);
  }

  /** Plays a move from the node on the board, or follows it if it is there. */
  async play(move) {
    const { tree } = this;
    const known = this.node.peek().children.find((id) => tree.node(id).move === move);
    if (known !== undefined) {
      this.go(known);
      return;
    }
    await this.insert([move], true);
  }

  /** Adds moves from the node on the board; `follow` shows the last of them. */
  async insert(moves, follow = false) {
    if (!this.mayEdit()) return;
    const node = this.current.peek();
    if (follow) this.pending.value = moves[0];
    try {
      const ack = await this.client.edit({ op: "add", node, moves });
      if (follow && this.current.peek() === node) {
        this.go(ack.node);
        placed(this.client.study.peek().game.name);
      }
      if (!follow) note(t("page.study.inserted"));
    } catch (error) {
      this.#refused(error, moves[0]);
    } finally {
      this.pending.value = null;
    }
  }

  #refused(error, move) {
    refuse(write(error.words ?? { text: String(error) }));
    const [cell] = cellsOf(move, this.client.study.peek().game);
    if (cell !== undefined) document.querySelector("ff-board")?.shake(cell);
  }

  /** A cell of the board was chosen. */
  choose({ cell, by }) {
    if (this.setUp.open.peek()) this.setUp.choose(cell);
    else if (this.tool.peek()) this.mark(cellName(cell, this.client.study.peek().game));
    else if (this.client.study.peek().game.name === "pentomino") this.hand.tap({ cell, by });
    else this.play(cellName(cell, this.client.study.peek().game));
  }

  /** Puts the mark of the tool on a cell, or takes it off. */
  mark(cell, tool = this.tool.peek()) {
    const node = this.node.peek();
    if (tool !== "arrow") return this.annotate(marked(node, cell, tool));
    const from = this.arrowFrom.peek();
    this.arrowFrom.value = from === null ? cell : null;
    if (from === null) return say(t("page.study.arrow.to", { from: cell }));
    return from === cell ? null : this.annotate({ arrows: withArrow(node.arrows, from, cell) });
  }

  arrow(from, to) {
    return this.annotate({ arrows: withArrow(this.node.peek().arrows, from, to) });
  }

  annotate(notes) {
    return this.edit({ op: "annotate", node: this.current.peek(), notes });
  }

  glyph(glyph) {
    return this.annotate({ glyphs: withGlyph(this.node.peek().glyphs, glyph) });
  }

  comment(text) {
    if ((this.node.peek().comment ?? "") !== text) this.annotate({ comment: text });
  }

  /** Takes a tool into the hand, or puts it down. */
  take(tool) {
    this.arrowFrom.value = null;
    this.tool.value = this.tool.peek() === tool ? null : tool;
    if (!this.tool.peek()) return;
    this.lastTool = tool;
    remember("study.tool", tool);
  }

  /** Takes the last tool into the hand, or puts it down. */
  toggleMarks() {
    this.take(this.tool.peek() ?? this.lastTool);
    if (this.tool.peek()) this.tab.value = "notes";
  }

  async promote() {
    const node = this.current.peek();
    if (this.tree.isMain(node)) refuse(t("page.study.promote.main"));
    else await this.edit({ op: "promote", node, main: false });
  }

  async remove() {
    const { id, parent } = this.node.peek();
    if (parent < 0) {
      refuse(t("page.study.delete.start"));
      return;
    }
    const ack = await this.edit({ op: "delete", node: id });
    if (ack) note(t("page.study.deleted"));
  }

  /** Takes back the last edit and shows what it was about. */
  undo() {
    return this.showEdit(this.client.undo());
  }

  redo() {
    return this.showEdit(this.client.redo());
  }

  /** Goes to the node of an edit once it is done, unless the reader has gone elsewhere meanwhile. */
  async showEdit(edit) {
    const before = this.current.peek();
    const node = await orRefuse(edit);
    if (typeof node === "number" && this.current.peek() === before) this.go(this.tree.living(node));
  }

  /** The numbered ghosts of a line that begins at the node on the board. */
  ghosts(line) {
    const { game } = this.client.study.peek();
    const { ply, turn } = this.node.peek();
    const { cells } = this.view.peek();
    const taken = new Set();
    return line.flatMap((move, i) => {
      const at = cellsOf(move, game);
      const free = at.length && at.every((cell) => cells[cell] === "." && !taken.has(cell));
      if (!free) return [];
      at.forEach((cell) => taken.add(cell));
      const letter = letterOf(move);
      return [{ cells: at, n: ply + 1 + i, seat: i % 2 ? other(turn) : turn, ...(letter && { letter }) }];
    });
  }

  #display() {
    if (this.setUp.open.value) return null;
    const { marks = [], labels = [], arrows = [] } = this.node.value;
    const begun = this.arrowFrom.value;
    const display = {
      shapes: [
        ...marks.map(([cell, shape]) => ({ cell, shape })),
        ...(begun ? [{ cell: begun, shape: "circle" }] : []),
      ],
      letters: labels.map(([cell, text]) => ({ cell, text })),
      arrows: arrows.map(([from, to]) => ({ from, to })),
    };
    const found = this.engine.on.value ? this.engine.found.value : null;
    const shown = this.lineShown.value;
    if (!found?.lines.length) return display;
    if (shown !== null && found.lines[shown]) {
      const { pv, move } = found.lines[shown];
      return { ghosts: this.ghosts(pv.length ? pv : [move]) };
    }
    return { ...display, numbers: this.#numbers(found), plate: this.#plate(found) };
  }

  /** The engine's scores on the squares of its moves. */
  #numbers({ lines, proof }) {
    const { game } = this.client.study.value;
    if (game.name === "pentomino") return [];
    return lines.flatMap(({ move, score }, place) => {
      const [cell] = cellsOf(move, game);
      if (cell === undefined || score === null) return [];
      const end = forced(score, game);
      const kind = place === 0 ? "best" : end ? (end.wins ? "win" : "loss") : "plain";
      const exact = game.name === "othello" && proof ? "exact-best" : kind;
      return [{ cell, text: shortScore(score, game, place + 1), kind: place === 0 ? exact : kind }];
    });
  }

  #plate({ side }) {
    const player = write(this.client.study.value.game.players[side]);
    return { kind: "moves", text: t("page.study.plate", { player }) };
  }

  /** Whether a first tap aims, as on the game page; marks are put at once. */
  confirms() {
    return settings.value.confirm && !this.tool.value && !this.setUp.open.value;
  }
}

/** A move as the list shows it. */
export function shown(move) {
  return move === "--" ? t("page.moves.pass") : move;
}

/** @returns {string} such as “Blunder” */
export function glyphName(glyph) {
  return GLYPHS[glyph] ? t(`page.study.glyph.${GLYPHS[glyph]}`) : glyph;
}
