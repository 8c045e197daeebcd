/**
 * A study's tree in the browser: the server's nodes by id, in the order of their lines. The cells of
 * a position are computed from what each move does to them, which the server says: no rules here.
 */
import { cellsOf, other } from "../notation.js";

/** The id of the root. */
const ROOT = 0;

/**
 * @typedef {{ id: number, parent: number, move?: string, set?: any[], end?: any, comment?: string,
 *   glyphs?: string[], marks?: [string, string][], labels?: [string, string][],
 *   arrows?: [string, string][], values?: any[], refused?: boolean, children: number[], ply: number,
 *   seat: Seat, turn: Seat }} StudyNode
 *   `seat` is the side that was to move before the node, `turn` the side to move after it
 */

export class StudyTree {
  /** @param {{ game: GameInfo, cells: string, to_move: Seat, nodes: any[] }} study */
  constructor({ game, cells, to_move: turn, nodes }) {
    this.game = game;
    /** @type {Map<number, StudyNode>} */
    this.nodes = new Map();
    /** The parents of deleted nodes. @type {Map<number, number>} */
    this.gone = new Map();
    /** The cells of positions looked at, by node. @type {Map<number, string>} */
    this.known = new Map([[ROOT, cells]]);
    const first = nodes[0] ?? { id: ROOT, parent: -1 };
    this.nodes.set(ROOT, { ...first, id: ROOT, parent: -1, children: [], ply: 0, seat: turn, turn });
    for (const node of nodes.slice(1)) {
      this.#put(node, []);
      this.node(node.parent).children.push(node.id);
    }
  }

  /** @returns {StudyNode} */
  get root() {
    return this.node(ROOT);
  }

  /** @returns {StudyNode} */
  node(id) {
    return /** @type {any} */ (this.nodes.get(id));
  }

  #put(node, children) {
    const above = this.node(node.parent);
    const seat = above.turn;
    const plays = node.move !== undefined && !node.refused;
    const ply = above.ply + (node.move === undefined ? 0 : 1);
    this.nodes.set(node.id, { ...node, children, ply, seat, turn: plays ? other(seat) : seat });
    this.gone.delete(node.id);
  }

  /** Takes in what an edit changed, as the server sends it. */
  apply({ nodes = [], children = {} }) {
    for (const node of nodes) {
      if (node.id === ROOT) {
        const { ply, seat, turn, children: below } = this.root;
        this.nodes.set(ROOT, { ...node, parent: -1, ply, seat, turn, children: below });
      } else if (this.nodes.has(node.parent)) {
        this.#put(node, this.nodes.get(node.id)?.children ?? []);
      }
    }
    for (const [id, list] of Object.entries(children)) {
      const node = this.nodes.get(Number(id));
      if (!node) continue;
      const before = node.children;
      node.children = list.filter((child) => this.nodes.has(child));
      for (const child of before) if (!list.includes(child)) this.#remove(child);
    }
  }

  #remove(id) {
    const waiting = [id];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const node = this.nodes.get(at);
      if (!node) continue;
      this.gone.set(at, node.parent);
      this.nodes.delete(at);
      this.known.delete(at);
      waiting.push(...node.children);
    }
  }

  /** Changes the notes of a node before the server confirms them. */
  annotate(id, notes) {
    const node = this.nodes.get(id);
    if (!node) return;
    const next = { ...node, ...notes };
    for (const [field, value] of Object.entries(notes)) {
      if (value === null || value.length === 0) delete next[field];
    }
    this.nodes.set(id, next);
  }

  /** The node, or the nearest one above it that is still there. */
  living(id) {
    let at = id;
    while (!this.nodes.has(at) && this.gone.has(at)) at = /** @type {number} */ (this.gone.get(at));
    return this.nodes.has(at) ? at : ROOT;
  }

  /** The nodes from the root to this one. @returns {StudyNode[]} */
  path(id) {
    const found = [];
    for (let at = this.nodes.get(id); at; at = this.nodes.get(at.parent)) found.push(at);
    return found.reverse();
  }

  /** The moves from the root to this node. @returns {string[]} */
  moves(id) {
    return this.path(id).flatMap(({ move, refused }) => (move === undefined || refused ? [] : [move]));
  }

  /** The last node of the line that goes on from this one. */
  end(id) {
    let node = this.node(id);
    while (node.children.length) node = this.node(node.children[0]);
    return node.id;
  }

  /** The main line from the root, then the line to this node continued to its end. */
  line(id) {
    return this.path(this.end(id));
  }

  /** Whether the node is on the main line. */
  isMain(id) {
    return this.path(id).every(({ parent, id: at }) => parent < 0 || this.node(parent).children[0] === at);
  }

  /** The node beside this one, before (-1) or after (1) it; null if there is none. */
  beside(id, way) {
    const above = this.nodes.get(this.node(id).parent);
    const at = above ? above.children.indexOf(id) + way : -1;
    return above?.children[at] ?? null;
  }

  /** The cells after this node. */
  cells(id) {
    const missing = [];
    let at = this.node(id);
    while (!this.known.has(at.id)) {
      missing.push(at);
      at = this.node(at.parent);
    }
    let cells = /** @type {string} */ (this.known.get(at.id));
    for (const node of missing.reverse()) {
      cells = changed(cells, node.set);
      this.known.set(node.id, cells);
    }
    return cells;
  }

  /** The position after this node as the board draws it; the server's own view knows more. */
  view(id) {
    const node = this.node(id);
    const cells = this.cells(id);
    const count = (seat) => [...cells].filter((mark) => mark === seat).length;
    return {
      ply: node.ply,
      cells,
      to_move: node.end ? null : node.turn,
      last: this.#last(node),
      move: node.move ?? null,
      counts: this.game.name === "othello" ? { X: count("X"), O: count("O") } : null,
    };
  }

  /** The cells of the last move that filled any. */
  #last(from) {
    for (let node = from; node; node = this.node(node.parent)) {
      const cells = node.refused ? [] : cellsOf(node.move ?? "", this.game);
      if (cells.length) return cells;
    }
    return [];
  }

  /** The nodes as the server sends them. */
  document() {
    const found = [];
    const waiting = [ROOT];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const { children, ...node } = /** @type {any} */ (this.node(id));
      for (const own of ["ply", "seat", "turn"]) delete node[own];
      found.push(node);
      waiting.push(...[...children].reverse());
    }
    return found;
  }
}

/** The cells after a move: `set` is a mark, then the cells that become it; another mark switches. */
function changed(cells, set) {
  if (!set?.length) return cells;
  const marks = [...cells];
  let mark = ".";
  for (const each of set) {
    if (typeof each === "string") mark = each;
    else marks[each] = mark;
  }
  return marks.join("");
}

/** The glyphs with one of them chosen, or none if it was chosen before. */
export function withGlyph(glyphs, glyph) {
  return glyphs?.includes(glyph) ? [] : [glyph];
}

/** The next letter for a cell: A, B, C … */
export function nextLetter(labels = []) {
  const used = new Set(labels.map(([, text]) => text));
  const code = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  return code.find((letter) => !used.has(letter)) ?? "A";
}

/**
 * The notes after a tap on a cell with a tool: the same mark again removes it, another replaces it.
 * @param {{ marks?: any[], labels?: any[] }} notes
 * @returns {{ marks?: any[], labels?: any[] }}
 */
export function marked(notes, cell, tool) {
  /** @type {{ marks?: any[], labels?: any[] }} */
  const { marks = [], labels = [] } = notes;
  const without = (list) => list.filter(([at]) => at !== cell);
  if (tool === "letter") {
    const had = labels.some(([at]) => at === cell);
    const next = had ? without(labels) : [...labels, [cell, nextLetter(labels)]];
    return { labels: next, ...(marks.length !== without(marks).length && { marks: without(marks) }) };
  }
  const had = marks.some(([at, shape]) => at === cell && shape === tool);
  const next = had ? without(marks) : [...without(marks), [cell, tool]];
  return { marks: next, ...(labels.length !== without(labels).length && { labels: without(labels) }) };
}

/** The arrows after one more was drawn; the same again removes it. */
export function withArrow(arrows = [], from, to) {
  const others = arrows.filter(([a, b]) => a !== from || b !== to);
  return others.length < arrows.length ? others : [...arrows, [from, to]];
}
