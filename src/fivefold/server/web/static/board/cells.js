/** The cells of a board. A cell is its index in reading order, row 0 on top; its name is like h8. */

const LETTERS = "abcdefghijklmnopqrstuv";

export class Cells {
  /** @param {{ rows: number, columns: number, row_one: "top" | "bottom" }} game */
  constructor({ rows, columns, row_one }) {
    this.rows = rows;
    this.columns = columns;
    this.count = rows * columns;
    this.bottomUp = row_one === "bottom";
  }

  row(index) {
    return Math.floor(index / this.columns);
  }

  column(index) {
    return index % this.columns;
  }

  letter(column) {
    return LETTERS[column];
  }

  number(row) {
    return this.bottomUp ? this.rows - row : row + 1;
  }

  name(index) {
    return this.letter(this.column(index)) + this.number(this.row(index));
  }

  /** The index of a cell given as index or name; -1 if it is not on this board. */
  index(cell) {
    if (typeof cell === "number") return cell >= 0 && cell < this.count ? cell : -1;
    const match = /^([a-v])(\d{1,2})$/.exec(String(cell).toLowerCase());
    if (!match) return -1;
    const column = LETTERS.indexOf(match[1]);
    const row = this.bottomUp ? this.rows - Number(match[2]) : Number(match[2]) - 1;
    const inside = row >= 0 && row < this.rows && column < this.columns;
    return inside ? row * this.columns + column : -1;
  }

  indexes(cells) {
    return [...(cells ?? [])].map((cell) => this.index(cell)).filter((index) => index >= 0);
  }

  /** Returns {letter, cells} of a move's notation: "h8", or "F c4 d4 d5 e5 d6". */
  move(notation) {
    const words = String(notation).trim().split(/\s+/);
    const letter = /^[A-Z]$/.test(words[0]) ? words.shift() : null;
    return { letter, cells: this.indexes(words) };
  }

  /** Distance in king's moves. */
  distance(one, other) {
    const rows = Math.abs(this.row(one) - this.row(other));
    return Math.max(rows, Math.abs(this.column(one) - this.column(other)));
  }
}
