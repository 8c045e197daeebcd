/** A game that nobody plays, from a link or a tournament: the same signals without a connection. */

import { MatchClient } from "./client.js";

export class StaticMatch extends MatchClient {
  /** @param {any} read the answer to POST /api/read, or a tournament's game with names and times */
  constructor(read) {
    super(null, null);
    const { game, start, moves, views, result } = read;
    const plies = moves.map((move, index) => ({
      ply: index + 1,
      move,
      seat: views[index].to_move,
      seconds: read.seconds?.[index] ?? 0,
      forced: move === "--",
      decision: null,
    }));
    /** @returns {SeatInfo} */
    const person = (name) => ({ kind: "person", name: name ?? null });
    this.isStatic = true;
    this.views = views;
    this.match.value = {
      id: null,
      version: 0,
      game,
      start,
      moves,
      plies,
      result,
      seats: { X: person(read.first), O: person(read.second) },
      view: { ...views.at(-1), legal: [] },
      clocks: null,
      pace: null,
      between_people: false,
      live: false,
      undo_asked: null,
      rematch: null,
      swap2: null,
    };
    this.connectionState.value = "live";
  }
}
