/** Games as the server describes them, for the tests here. */

const players = { X: { key: "player.black" }, O: { key: "player.white" } };

export const gomoku = { name: "gomoku", text: "gomoku(size=15)", rows: 15, columns: 15, row_one: "bottom", players };
export const othello = { name: "othello", text: "othello(size=8)", rows: 8, columns: 8, row_one: "top", players };
export const pentomino = { name: "pentomino", text: "pentomino(size=8x8)", rows: 8, columns: 8, row_one: "top", players };
