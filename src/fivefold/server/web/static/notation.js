/** Cell names: a column letter and a row number, such as h8. */

const LETTERS = "abcdefghijklmnopqrstuv";

/** @returns {string} such as h8; `game.row_one` says whether row 1 is at the top or the bottom */
export function cellName(cell, game) {
  const row = Math.floor(cell / game.columns);
  const number = game.row_one === "bottom" ? game.rows - row : row + 1;
  return `${LETTERS[cell % game.columns]}${number}`;
}

/** @returns {number | null} the cell of a name or number; null if it is not on the board */
export function cellOf(name, game) {
  if (typeof name === "number") return name >= 0 && name < game.rows * game.columns ? name : null;
  const found = /^([a-v])(\d{1,2})$/.exec(name);
  if (!found) return null;
  const column = LETTERS.indexOf(found[1]);
  const number = Number(found[2]);
  const row = game.row_one === "bottom" ? game.rows - number : number - 1;
  if (column >= game.columns || row < 0 || row >= game.rows) return null;
  return row * game.columns + column;
}

/** @returns {number[]} the cells a move fills: one, five for a pentomino, none for a pass */
export function cellsOf(move, game) {
  return (move ?? "")
    .split(" ")
    .map((name) => cellOf(name, game))
    .filter(isCell);
}

/** @param {number | null} cell @returns {cell is number} */
function isCell(cell) {
  return cell !== null;
}

/** @param {string} seat @returns {Seat} */
export function other(seat) {
  return seat === "X" ? "O" : "X";
}

/** @returns {string} a random id of 128 bits */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
