/** Names of cells, as in every notation here: a column letter and a row number. */

const LETTERS = "abcdefghijklmnopqrstuv";

/** @returns {string} such as h8; where row 1 is, the game says */
export function cellName(cell, game) {
  const row = Math.floor(cell / game.columns);
  const number = game.row_one === "bottom" ? game.rows - row : row + 1;
  return `${LETTERS[cell % game.columns]}${number}`;
}

/** @returns {number | null} the cell of that name or number, if the board has it */
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

/** @returns {number[]} the cells a move fills: one, five, or none for a pass or no move */
export function cellsOf(move, game) {
  return (move ?? "")
    .split(" ")
    .map((name) => cellOf(name, game))
    .filter((cell) => cell !== null);
}

export function other(seat) {
  return seat === "X" ? "O" : "X";
}

/** @returns {string} an id nobody else makes */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
