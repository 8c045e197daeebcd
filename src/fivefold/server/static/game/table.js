/**
 * The match on the table: what the server said last, and what was played here and is not yet
 * confirmed. Everything the page shows is read from its signals; everything asked goes through it.
 */

import { ApiError } from "../api.js";
import { batch, computed, signal } from "../dom.js";
import { Connection } from "./connection.js";
import { happened } from "./happened.js";
import { newId, other } from "./notation.js";
import { turnOf } from "./swap2.js";

export class Table {
  /** @param {string} id @param {string | null} secret */
  constructor(id, secret) {
    this.id = id;
    this.secret = secret;
    this.match = signal(null);
    this.held = signal([]);
    this.clocks = signal(null);
    this.presence = signal({ watching: 0, away: {}, at: 0 });
    this.thinking = signal(null);
    this.pending = signal(null);
    this.state = signal("connecting");
    this.farewell = signal(null);
    this.missing = signal(null);
    /** @type {((event: any, match: any) => void)[]} */
    this.listeners = [];
    /** What has happened and is not yet told. */
    this.news = [];
    /** @type {((error: ApiError, move: string) => void)[]} */
    this.refusals = [];
    this.caughtUp = [];
    this.bottom = computed(() => bottomSeat(this.match.value, this.held.value));
    this.myTurn = computed(() => {
      const seat = this.match.value && turnOf(this.match.value);
      return Boolean(seat) && this.held.value.includes(seat) && !this.waiting();
    });
  }

  connect() {
    this.connection = new Connection({
      greet: () => this.greeting(this.match.peek()?.version),
      receive: (frame) => {
        batch(() => this.receive(frame));
        // Only now does everything agree, whose turn it is too.
        this.news.splice(0).forEach((told) =>
          this.listeners.forEach((listener) => listener(...told)),
        );
      },
      changed: (state) => {
        this.state.value = state;
      },
    });
    return this;
  }

  greeting(since) {
    const frame = { type: "watch", match: this.id };
    if (this.secret) frame.secret = this.secret;
    if (since) frame.since = since;
    return frame;
  }

  /** Whether a seat is free, so that nothing can be played yet. */
  waiting() {
    const match = this.match.value;
    return Boolean(match) && Object.values(match.seats).some((seat) => seat.kind === "open");
  }

  receive(frame) {
    if (frame.type === "snapshot") this.begin(frame);
    else if (frame.type === "events") this.catchUp(frame);
    else if (frame.type === "event") this.take(frame);
    else if (frame.type === "presence") this.presence.value = { ...frame, at: performance.now() };
    else if (frame.type === "thinking") this.thinking.value = { seat: frame.seat };
    else if (frame.type === "bye") this.farewell.value = frame.reason;
    else if (frame.type === "error" && !frame.id && !this.match.peek()) {
      this.missing.value = new ApiError(404, frame.error);
      this.connection.close();
    }
  }

  begin({ match, held }) {
    this.match.value = match;
    this.held.value = held;
    this.setClocks(match.clocks);
    if (turnOf(match) !== this.thinking.peek()?.seat) this.thinking.value = null;
    this.settled();
  }

  catchUp({ events, view, clocks, version }) {
    for (const event of events) {
      this.match.value = happened(this.match.peek(), { event, view, clocks, version });
      this.tell(event);
    }
    this.setClocks(clocks);
    this.settled();
  }

  take(frame) {
    const match = this.match.peek();
    if (!match || frame.version <= match.version) return;
    if (frame.version > match.version + 1) {
      this.resync();
      return;
    }
    this.match.value = happened(match, frame);
    if (frame.clocks) this.setClocks(frame.clocks);
    this.tell(frame.event);
  }

  tell(event) {
    const pending = this.pending.peek();
    if (event.kind === "undone") this.pending.value = null;
    if (event.kind === "moved" && pending && event.ply > pending.ply) {
      this.pending.value = null;
      if (event.id !== pending.id && event.move !== pending.move) {
        this.refuse("page.move.late", pending.move);
      }
    }
    const rests = event.kind === "paced" && event.pace === null;
    if (rests || ["moved", "chosen", "ended", "seated", "undone"].includes(event.kind)) {
      this.thinking.value = null;
    }
    // In an opening the two exchange their seats, and each holds the other one then.
    if (event.seats && event.kind !== "seated") this.held.value = this.held.peek().map(other);
    // Who may do what changes with the seats, and only the server knows who holds which.
    if (event.kind === "seated" || event.kind === "joined") this.connection.send(this.greeting());
    this.news.push([event, this.match.peek()]);
  }

  setClocks(clocks) {
    this.clocks.value = clocks && { ...clocks, at: performance.now() };
  }

  /** The server has told everything it knows: an unconfirmed move was played, or goes again. */
  settled() {
    this.caughtUp.splice(0).forEach((done) => done());
    const pending = this.pending.peek();
    if (!pending || pending.sending) return;
    const match = this.match.peek();
    const played = match.plies[pending.ply];
    if (played) {
      this.pending.value = null;
      if (played.move !== pending.move) this.refuse("page.move.late", pending.move);
    } else if (match.view.to_move !== pending.seat || !match.view.legal?.includes(pending.move)) {
      this.pending.value = null;
      this.refuse("page.move.late", pending.move);
    } else {
      this.push(pending);
    }
  }

  /** Asks for everything that was missed. */
  resync() {
    return new Promise((done) => {
      this.caughtUp.push(done);
      this.connection.send(this.greeting(this.match.peek()?.version));
    });
  }

  /** Plays a move: it shows at once, and is kept until the server has it. */
  play(move) {
    const match = this.match.peek();
    if (this.pending.peek() || !match) return;
    const seat = match.view.to_move;
    const pending = { id: newId(), move, seat, ply: match.plies.length, sending: false };
    this.pending.value = pending;
    this.push(pending);
  }

  async push(pending) {
    pending.sending = true;
    const { id, move } = pending;
    const { version } = this.match.peek();
    try {
      await this.connection.request({ type: "move", id, version, move });
      pending.sending = false;
    } catch (error) {
      pending.sending = false;
      if (this.pending.peek()?.id !== id) return;
      if (error.status === 0) return; // It is sent again with the next greeting.
      if (error.expectedVersion !== undefined) {
        this.resync();
        return;
      }
      this.pending.value = null;
      this.refusals.forEach((listener) => listener(error, move));
    }
  }

  refuse(code, move) {
    const error = new ApiError(409, { code, message: "", facts: { move } });
    this.refusals.forEach((listener) => listener(error, move));
  }

  /** Asks for anything but a move; a match that went on meanwhile is asked once more. */
  async ask(type, fields = {}) {
    // How fast two machines play is nothing a move could overtake.
    const meant = () => (type === "pace" ? {} : { version: this.match.peek().version });
    const once = () => this.connection.request({ type, ...meant(), ...fields });
    try {
      return await once();
    } catch (error) {
      if (error.expectedVersion === undefined) throw error;
      await this.resync();
      return once();
    }
  }
}

/** The seat drawn below the board: mine, or the first where I hold both or none. */
function bottomSeat(match, held) {
  if (held.length === 1) return held[0];
  if (!match) return "X";
  const { X, O } = match.seats;
  return X.kind === "machine" && O.kind !== "machine" ? "O" : "X";
}

