/** Brings a match document up to date with a frame of the server. */

/**
 * `changed` holds the fields that differ. With `kept`, its moves and plies follow that many of the
 * old ones.
 * @param {MatchDocument} match
 * @param {{ changed: any, view: PositionView, clocks: MatchDocument["clocks"], version: number }} frame
 * @returns {MatchDocument}
 */
export function withChanges(match, { changed, view, clocks, version }) {
  const { kept, moves, plies, ...fields } = changed;
  const next = { ...match, ...fields, view, clocks, version };
  if (kept === undefined) return next;
  return {
    ...next,
    moves: [...match.moves.slice(0, kept), ...moves],
    plies: [...match.plies.slice(0, kept), ...plies],
  };
}
