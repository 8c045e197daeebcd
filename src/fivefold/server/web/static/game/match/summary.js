/** What this browser keeps of a match, for the lists of its games. */

/**
 * The facts of a match that its card shows.
 * @param {any} match @param {readonly string[]} held
 */
export function summaryOf(match, held) {
  const { game, view, result, moves } = match;
  const { rows, columns, row_one } = game;
  const { cells, last, line, dead } = view;
  const mine = held.length === 1 ? held[0] : null;
  const won = result?.winner && mine ? (result.winner === mine ? "won" : "lost") : "finished";
  const over = result ? (result.winner ? won : "drawn") : null;
  const turn = Boolean(view.to_move && held.includes(view.to_move));
  return { rows, columns, row_one, cells, last, line, dead, moves: moves.length, over, turn };
}
