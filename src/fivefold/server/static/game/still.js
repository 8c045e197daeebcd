/** A game to look at that nobody plays: read from the address, without a database. */

import { signal } from "../dom.js";

export class StillTable {
  /** @param read what POST /api/read answers, or an arena for a game with players and times */
  constructor(read) {
    const { game, start, moves, views, result } = read;
    const plies = moves.map((move, at) => ({
      ply: at + 1,
      move,
      seat: views[at].to_move,
      seconds: read.seconds?.[at] ?? 0,
      forced: move === "--",
      decision: null,
    }));
    const person = (name) => ({ kind: "person", name: name ?? null });
    const seats = { X: person(read.first), O: person(read.second) };
    const none = { undo_asked: null, rematch: null, swap2: null };
    const more = { between_people: false, live: false, ...none };
    const view = { ...views.at(-1), legal: [] };
    this.still = true;
    this.id = null;
    this.secret = null;
    this.story = views;
    const played = { game, start, moves, plies, result, seats, view };
    this.match = signal({ id: null, version: 0, ...played, ...more });
    this.held = signal([]);
    this.clocks = signal(null);
    this.presence = signal({ watching: 0, away: {}, at: 0 });
    this.thinking = signal(null);
    this.pending = signal(null);
    this.state = signal("live");
    this.farewell = signal(null);
    this.missing = signal(null);
    this.bottom = signal("X");
    this.myTurn = signal(false);
    this.listeners = [];
    this.refusals = [];
  }

  waiting() {
    return false;
  }
}
