/**
 * The browser's copy of one match: the server's last word, and the local move it has not confirmed.
 * The page reads the signals and sends every command through `play` and `ask`.
 */

import { ApiError } from "../../api.js";
import { batch, computed, signal } from "../../dom.js";
import { newId, other } from "../../notation.js";
import { withChanges } from "./changes.js";
import { Connection } from "./connection.js";
import { turnOf } from "./swap2.js";

/**
 * A move shown on the board before the server has it.
 * @typedef {{ id: string, move: string, seat: Seat, ply: number, sending: boolean }} PendingMove
 */

export class MatchClient {
  /** @param {string | null} id @param {string | null} secret */
  constructor(id, secret) {
    this.id = id;
    this.secret = secret;
    /** Whether this is a game to look at: no server keeps it and nobody plays. */
    this.isStatic = false;
    /** The match document; null until it arrives, and the page is drawn after that. */
    this.match = signal(/** @type {MatchDocument} */ (/** @type {any} */ (null)));
    /** The seats played from this page. */
    this.held = signal(/** @type {Seat[]} */ ([]));
    /** The server's clocks; `at` is when they arrived. */
    this.clocks = signal(/** @type {Clocks | null} */ (null));
    this.presence = signal(/** @type {Presence} */ ({ watching: 0, away: {}, at: 0 }));
    /** The engine at work, with what it has found so far, if it tells. */
    this.thinking = signal(
      /** @type {{ seat: Seat, depth?: number, score?: number, move?: string } | null} */ (null),
    );
    this.pending = signal(/** @type {PendingMove | null} */ (null));
    this.connectionState = signal(/** @type {ConnectionState} */ ("connecting"));
    /** Why the server closed the connection. */
    this.closingReason = signal(/** @type {Message | null} */ (null));
    /** Set when there is no such match. */
    this.missing = signal(/** @type {ApiError | null} */ (null));
    /** The opponent the server suggests for this game. @type {string | undefined} */
    this.suggestedOpponent = undefined;
    /** Every position, where the game came whole. @type {PositionView[] | null} */
    this.views = null;
    /** The ply to open at. @type {number | null} */
    this.firstPly = null;
    /** The page of the tournament this game belongs to. @type {string | null} */
    this.arenaAddress = null;
    /** @type {((event: MatchEvent, match: MatchDocument) => void)[]} */
    this.eventListeners = [];
    /** @type {((error: ApiError, move: string) => void)[]} */
    this.refusalListeners = [];
    /** Events taken in but not yet delivered. @type {[MatchEvent, MatchDocument][]} */
    this.undelivered = [];
    /** Resolve when the missed events are in. @type {(() => void)[]} */
    this.onSynced = [];
    this.bottom = computed(() => bottomSeat(this.match.value, this.held.value));
    this.myTurn = computed(() => {
      const seat = this.match.value && turnOf(this.match.value);
      return Boolean(seat && this.held.value.includes(seat)) && !this.waiting();
    });
    /** @type {Connection | null} */
    this.connection = null;
  }

  /** The match document, read without watching it. */
  get current() {
    return this.match.peek();
  }

  connect() {
    this.connection = new Connection({
      greet: () => this.greeting(this.match.peek()?.version),
      receive: (frame) => {
        batch(() => this.receive(frame));
        // Listeners run after the batch, when every signal agrees.
        for (const [event, match] of this.undelivered.splice(0)) {
          this.eventListeners.forEach((listener) => listener(event, match));
        }
      },
      changed: (state) => {
        this.connectionState.value = state;
      },
    });
    return this;
  }

  /** Watches the match with the secret of a seat taken just now. */
  authorise(secret) {
    this.secret = secret;
    this.connection?.send(this.greeting());
  }

  greeting(since = 0) {
    return {
      type: "watch",
      match: this.id,
      ...(this.secret && { secret: this.secret }),
      ...(since && { since }),
    };
  }

  /** @returns {boolean} whether a seat is free, so that play cannot start */
  waiting() {
    const match = this.match.value;
    return Boolean(match) && Object.values(match?.seats ?? {}).some(({ kind }) => kind === "open");
  }

  receive(frame) {
    if (frame.type === "snapshot") this.takeSnapshot(frame);
    else if (frame.type === "events") this.takeMissed(frame);
    else if (frame.type === "event") this.takeEvent(frame);
    else if (frame.type === "presence") this.presence.value = { ...frame, at: performance.now() };
    else if (frame.type === "thinking") this.thinking.value = { ...frame.found, seat: frame.seat };
    else if (frame.type === "bye") this.closingReason.value = frame.reason;
    else if (frame.type === "error" && !frame.id && !this.match.peek()) {
      this.missing.value = new ApiError(404, frame.error);
      this.connection?.close();
    }
  }

  takeSnapshot({ match, held }) {
    this.match.value = match;
    this.held.value = held;
    this.setClocks(match.clocks);
    if (turnOf(match) !== this.thinking.peek()?.seat) this.thinking.value = null;
    this.resolvePending();
  }

  takeMissed(frame) {
    this.match.value = withChanges(this.current, frame);
    for (const event of frame.events) this.react(event);
    this.setClocks(frame.clocks);
    this.resolvePending();
  }

  takeEvent(frame) {
    const match = this.match.peek();
    if (!match || frame.version <= match.version) return;
    if (frame.version > match.version + 1) {
      this.resync();
      return;
    }
    this.match.value = withChanges(match, frame);
    if (frame.clocks) this.setClocks(frame.clocks);
    this.react(frame.event);
  }

  /** Updates what the match document does not hold. */
  react(event) {
    const pending = this.pending.peek();
    if (event.kind === "undone") this.pending.value = null;
    if (event.kind === "moved" && pending && event.ply > pending.ply) {
      this.pending.value = null;
      if (event.id !== pending.id && event.move !== pending.move) this.refuseLate(pending.move);
    }
    const paused = event.kind === "paced" && event.pace === null;
    if (paused || ["moved", "chosen", "ended", "seated", "undone"].includes(event.kind)) {
      this.thinking.value = null;
    }
    // A swap2 choice exchanges the seats, and this page holds the other one from then on.
    if (event.seats && event.kind !== "seated") this.held.value = this.held.peek().map(other);
    // Only the server knows who holds which seat after a change: ask for a new snapshot.
    if (event.kind === "seated" || event.kind === "joined") this.connection?.send(this.greeting());
    this.undelivered.push([event, this.current]);
  }

  /** @param {any} clocks */
  setClocks(clocks) {
    this.clocks.value = clocks && { ...clocks, at: performance.now() };
  }

  /** Called when the copy is up to date: the pending move was played, is late, or is sent again. */
  resolvePending() {
    this.onSynced.splice(0).forEach((done) => done());
    const pending = this.pending.peek();
    if (!pending || pending.sending) return;
    const match = this.current;
    const played = match.plies[pending.ply];
    if (played) {
      this.pending.value = null;
      if (played.move !== pending.move) this.refuseLate(pending.move);
    } else if (match.view.to_move !== pending.seat || !match.view.legal?.includes(pending.move)) {
      this.pending.value = null;
      this.refuseLate(pending.move);
    } else {
      this.push(pending);
    }
  }

  /** Requests all missed events. @returns {Promise<void>} */
  resync() {
    return new Promise((done) => {
      this.onSynced.push(done);
      this.connection?.send(this.greeting(this.match.peek()?.version));
    });
  }

  /** Plays a move: shown at once, kept until the server has it. */
  play(move) {
    const match = this.match.peek();
    const seat = match?.view.to_move;
    if (this.pending.peek() || !match || !seat) return;
    const pending = { id: newId(), move, seat, ply: match.plies.length, sending: false };
    this.pending.value = pending;
    this.push(pending);
  }

  /** @param {PendingMove} pending */
  async push(pending) {
    pending.sending = true;
    const { id, move } = pending;
    const { version } = this.current;
    try {
      await this.request({ type: "move", id, version, move });
      pending.sending = false;
    } catch (error) {
      pending.sending = false;
      if (this.pending.peek()?.id !== id) return;
      if (error.status === 0) return; // Sent again after the next greeting.
      if (error.expectedVersion !== undefined) {
        this.resync();
        return;
      }
      this.pending.value = null;
      this.refusalListeners.forEach((listener) => listener(error, move));
    }
  }

  /** Reports that another move was played first. */
  refuseLate(move) {
    const error = new ApiError(409, { code: "page.move.late", message: "", facts: { move } });
    this.refusalListeners.forEach((listener) => listener(error, move));
  }

  /** Sends any command but a move; once more after a resync if the match moved on meanwhile. */
  async ask(type, fields = {}) {
    // A change of pace applies to any version.
    const version = () => (type === "pace" ? {} : { version: this.current.version });
    const once = () => this.request({ type, ...version(), ...fields });
    try {
      return await once();
    } catch (error) {
      if (error.expectedVersion === undefined) throw error;
      await this.resync();
      return once();
    }
  }

  /** @returns {Promise<any>} */
  request(frame) {
    if (this.connection) return this.connection.request(frame);
    return Promise.reject(new ApiError(0, { code: "page.lost", message: "" }));
  }
}

/** The seat drawn below the board: mine, or the first where I hold both or none. */
function bottomSeat(match, held) {
  if (held.length === 1) return held[0];
  if (!match) return "X";
  const { X, O } = match.seats;
  return X.kind === "machine" && O.kind !== "machine" ? "O" : "X";
}
