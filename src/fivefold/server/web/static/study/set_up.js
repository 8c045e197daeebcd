/** Setting up a position by hand: pieces, the side to move, and the server's word on whether it is legal. */
import { get, post } from "../api.js";
import { computed, signal } from "../dom.js";
import { cellsOf } from "../notation.js";
import { say } from "../ui/announcements.js";
import { t, write } from "../words.js";
import { handFor } from "./pieces.js";

/** Milliseconds without a change after which the position is checked. */
const CHECK_AFTER = 250;

/** The text of a position: its cells, then the side to move, which the pieces of Pentomino tell. */
export function positionText(cells, turn, game) {
  return game.name === "pentomino" ? cells : `${cells} ${turn}`;
}

/** The cells with one changed. */
export function withCell(cells, cell, mark) {
  return cells.slice(0, cell) + mark + cells.slice(cell + 1);
}

/** The cells without a piece, by any of its cells; unchanged if there is none. */
export function withoutPiece(cells, cell) {
  const letter = cells[cell];
  return letter === "." ? cells : cells.replaceAll(letter, ".");
}

export class SetUp {
  /** @param {import("./desk.js").StudyDesk} desk */
  constructor(desk) {
    this.desk = desk;
    this.open = signal(false);
    this.game = signal(/** @type {any} */ (null));
    this.cells = signal("");
    /** @type {Signal<Seat>} */
    this.turn = signal(/** @type {Seat} */ ("X"));
    /** What a tap puts on a cell: X, O or nothing. */
    this.brush = signal("X");
    /** Why the position is not legal. */
    this.trouble = signal("");
    this.busy = signal(false);
    this.games = signal(/** @type {any[]} */ ([]));
    this.timer = 0;
    this.view = computed(() => ({ ply: 0, cells: this.cells.value, to_move: this.turn.value, last: [] }));
    /** @type {import("../game/pieces/hand.js").Hand | null} */
    this.hand = null;
  }

  /** Begins with the position on the board. */
  async begin() {
    const { desk } = this;
    this.game.value = desk.client.study.peek().game;
    this.cells.value = desk.view.peek().cells;
    this.turn.value = desk.view.peek().to_move ?? "X";
    this.trouble.value = "";
    this.brush.value = "X";
    this.#makeHand();
    desk.tool.value = null;
    this.open.value = true;
    say(t("page.study.set_up.about"));
    const { games } = await get("/api/games");
    this.games.value = games;
    if (this.hand) this.hand.shapes.value = games.find(({ name }) => name === "pentomino")?.pieces ?? {};
  }

  #makeHand() {
    this.hand = handFor({
      game: () => this.game.value,
      view: this.view,
      active: () => true,
      play: (move) => this.#placePiece(move),
    });
    const known = this.games.peek().find(({ name }) => name === "pentomino");
    if (known) this.hand.shapes.value = known.pieces;
  }

  end() {
    this.open.value = false;
    clearTimeout(this.timer);
  }

  /** Chooses game, size and rules; the board becomes the start of that game. */
  async chooseGame(name, size, rules) {
    this.busy.value = true;
    try {
      const read = await post("/api/read", { game: name, ...(size && { size }), ...(rules && { rules }) });
      const [view] = read.views;
      this.game.value = read.game;
      this.cells.value = view.cells;
      this.turn.value = view.to_move ?? "X";
      this.trouble.value = "";
    } catch (error) {
      this.trouble.value = write(error.words);
    } finally {
      this.busy.value = false;
    }
  }

  clear() {
    this.cells.value = ".".repeat(this.cells.peek().length);
    this.#check();
  }

  /** @param {Seat} seat */
  moves(seat) {
    this.turn.value = seat;
    this.#check();
  }

  choose(cell) {
    const cells = this.cells.peek();
    if (this.game.peek().name === "pentomino") {
      if (this.hand?.letter.peek()) this.hand.tap({ cell, by: "mouse" });
      else this.cells.value = withoutPiece(cells, cell);
    } else {
      const mark = this.brush.peek();
      this.cells.value = withCell(cells, cell, cells[cell] === mark ? "." : mark);
    }
    this.#check();
  }

  #placePiece(move) {
    const letter = move[0];
    let cells = this.cells.peek().replaceAll(letter, ".");
    for (const cell of cellsOf(move, this.game.peek())) cells = withCell(cells, cell, letter);
    this.cells.value = cells;
    this.#check();
  }

  /** Asks the server whether the position is legal. */
  #check() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), CHECK_AFTER);
  }

  /** @returns {Promise<boolean>} */
  async check() {
    clearTimeout(this.timer);
    const start = this.#text();
    try {
      await post("/api/read", { ...this.#named(), start });
      if (start === this.#text()) this.trouble.value = "";
      return true;
    } catch (error) {
      this.trouble.value = write(error.words);
      return false;
    }
  }

  #text() {
    return positionText(this.cells.peek(), this.turn.peek(), this.game.peek());
  }

  #named() {
    const { name, rows, columns, rules } = this.game.peek();
    return { game: name, size: `${rows}x${columns}`, rules };
  }

  /** Opens an analysis of the position, which is stored with its first edit. */
  async use() {
    this.busy.value = true;
    const isLegal = await this.check();
    this.busy.value = false;
    if (!isLegal) return;
    const { text } = this.game.peek();
    const position = this.#text();
    location.assign(`/analyse?${new URLSearchParams({ game: text, position })}`);
  }
}
