// What the server sends, as far as the pages read it. `any` marks what depends on the game.

interface Signal<T> {
  value: T;
  peek(): T;
}

type Seat = "X" | "O";
type ConnectionState = "connecting" | "live" | "lost" | "offline";

/** A sentence by its key; `text` is for a client without that key. */
interface Message {
  key?: string;
  facts?: Record<string, any>;
  text?: string;
}

interface GameInfo {
  name: string;
  title: Message;
  text: string;
  rows: number;
  columns: number;
  rules: string;
  row_one: "top" | "bottom";
  players: Record<Seat, Message>;
}

interface PositionView {
  ply: number;
  cells: string;
  to_move: Seat | null;
  legal?: string[];
  move?: string | null;
  last?: string[];
  line?: string[];
  forbidden?: string[];
  counts?: Record<Seat, number> | null;
  swap2?: { seat: Seat | null; asked: Seat | null; stones: number; may: string[] } | null;
}

interface SeatInfo {
  kind: "person" | "machine" | "open";
  name?: string | null;
  strategy?: string;
}

interface Ply {
  ply: number;
  move: string;
  seat: Seat;
  seconds: number;
  forced: boolean;
  role?: string;
  decision?: Decision | null;
}

interface Clocks {
  running: Seat | null;
  at: number;
  X: { used: number; left: number | null };
  O: { used: number; left: number | null };
}

interface Presence {
  watching: number;
  away: Partial<Record<Seat, number | null>>;
  at: number;
}

interface MatchResult {
  winner: Seat | null;
  ending: string;
  reason: Message;
  margin: number | null;
}

interface MatchDocument {
  id: string | null;
  version: number;
  game: GameInfo;
  start: string | null;
  moves: string[];
  plies: Ply[];
  view: PositionView;
  seats: Record<Seat, SeatInfo>;
  clocks: Omit<Clocks, "at"> | null;
  result: MatchResult | null;
  pace: number | null;
  between_people: boolean;
  live: boolean;
  undo_asked: Seat | null;
  rematch: { asked?: Seat; match?: string } | null;
  swap2: { choices: any[]; opener?: Seat | null } | null;
}

interface MatchEvent {
  kind: string;
  [fact: string]: any;
}

interface Candidate {
  move: string;
  score: number | null;
  note?: Message | null;
}

interface Decision {
  move: string | null;
  score?: number | null;
  seat?: Seat;
  strategy?: string;
  text?: Message;
  depth?: number | null;
  nodes?: number | null;
  seconds?: number;
  compared?: number;
  candidates: Candidate[];
  overlay: any[];
  pv: string[];
  proof?: { claim: "win" | "loss" | "draw" | "exact"; plies?: number; score?: number } | null;
  outcomes?: { wins?: string[]; loses?: string[]; unknown?: string[] } | null;
}

/** What the board draws over a position. */
interface Display {
  numbers: any[];
  /** What was compared for a move already played: faded stones. */
  past: any[];
  heat: any;
  lines: any[];
  cells: any[];
  ghosts: any[];
  signs: any[];
  tallies: Record<string, any> | null;
  lies: string | null;
  /** What people drew: marks, letters and arrows on cells. */
  shapes?: any[];
  letters?: any[];
  arrows?: any[];
  /** Says on the board's edge whose scores these are. */
  plate?: { kind: "past" | "moves"; text: string; dots?: boolean } | null;
}

interface HTMLElementTagNameMap {
  "ff-board": import("../../src/fivefold/server/web/static/board/board.js").Board;
}
