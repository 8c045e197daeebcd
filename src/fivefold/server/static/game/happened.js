/** The match after an event, computed as the server computes it. Pure. */

import { agreedAfter, agreedBefore } from "./swap2.js";

/** @param match SNAPSHOT @param {{event: any, view: any, clocks: any, version: number}} frame */
export function happened(match, { event, view, clocks, version }) {
  const next = { ...match, version, view: view ?? match.view, clocks: clocks ?? match.clocks };
  return { ...next, ...(CHANGES[event.kind]?.(next, event) ?? {}) };
}

const CHANGES = {
  joined: (match, { seat, name }) => ({
    seats: { ...match.seats, [seat]: { kind: "person", name } },
  }),
  seated: (_, { seats }) => ({ seats, undo_asked: null }),
  moved: (match, event) => ({
    moves: [...match.moves, event.move],
    plies: [...match.plies, { ...event, forced: event.forced ?? false }],
    undo_asked: null,
  }),
  chosen: (match, event) => ({
    swap2: agreedAfter(match.swap2, event),
    seats: event.seats ?? match.seats,
    undo_asked: null,
  }),
  undo_asked: (_, { seat }) => ({ undo_asked: seat }),
  undo_refused: () => ({ undo_asked: null }),
  undone: (match, { ply, choices, seats }) => ({
    swap2: agreedBefore(match.swap2, choices),
    seats: seats ?? match.seats,
    moves: match.moves.slice(0, ply),
    plies: match.plies.slice(0, ply),
    undo_asked: null,
    result: null,
    rematch: null,
    live: true,
  }),
  paced: (_, { pace }) => ({ pace }),
  ended: (_, { winner, ending, reason, margin }) => ({
    result: { winner, ending, reason, margin },
    live: false,
    undo_asked: null,
  }),
  rematch_asked: (_, { seat }) => ({ rematch: { asked: seat } }),
  rematched: (_, { match }) => ({ rematch: { match } }),
};
