/** What the page shows of the match: the panel, the position, the overlay. */

import { batch, computed, signal } from "../dom.js";
import { get } from "../api.js";
import { recall, remember } from "../local_storage.js";
import { cellsOf, other } from "../notation.js";
import { say } from "../ui/announcements.js";
import { t, write } from "../words.js";
import { replayPanel } from "./controls/replay_controls.js";

const WIDE = matchMedia("(min-width: 1600px)");
const ROOMY = matchMedia("(min-width: 900px)");
/** The size of the Omok board, whose page stays minimal until asked. */
const OMOK = 19;

/** @typedef {"glass" | "moves" | "result" | "opening" | "invite" | "replay"} PanelName */

export class View {
  /** @param {import("./match/client.js").MatchClient} client */
  constructor(client) {
    this.client = client;
    /** Undefined until the user has opened or closed a panel. */
    const kept = recall("panel", undefined);
    this.isFirstVisit = kept === undefined;
    /** The user's choices, remembered: whether the glass box and the list of moves are open. */
    this.glass = signal(kept === "glass" || kept === "both");
    this.moves = signal(kept === "moves" || kept === "both");
    /** A panel the game opens by itself, until the user chooses another. */
    this.special = signal(/** @type {PanelName | null} */ (null));
    /** The glass box's overlay. */
    this.display = signal(/** @type {Display | null} */ (null));
    /** A missed winning move, drawn on the position before it. */
    this.better = signal(/** @type {{ ply: number, display: any } | null} */ (null));
    /** The ply looked at; null for the present. */
    this.ply = signal(/** @type {number | null} */ (null));
    /** The positions of the game up to a version of the match. */
    this.history = signal(/** @type {{ version: number, views: PositionView[] } | null} */ (null));
    /** The position that the replay shows. */
    this.played = signal(/** @type {any} */ (null));
    this.wide = signal(WIDE.matches);
    WIDE.addEventListener("change", () => (this.wide.value = WIDE.matches));

    /** Changes with each question of an unsettled opening; null when colours are settled. */
    this.opening = computed(() => {
      const { swap2 } = client.match.value?.view ?? {};
      return swap2?.asked && !client.waiting() ? `${swap2.asked} ${swap2.may.length}` : null;
    });
    const over = computed(() => Boolean(client.match.value?.result) && !client.isStatic);
    /** @type {Signal<PanelName | null>} */
    this.panel = computed(() => {
      if (this.special.value) return this.special.value;
      if (this.glass.value) return "glass";
      if (this.moves.value && !this.wide.value) return "moves";
      // A finished game shows its result, and with it the rematch.
      if (over.value) return "result";
      return this.opening.value ? "opening" : null;
    });
    this.column = computed(() => this.moves.value && this.wide.value);
    this.replaying = computed(() => this.special.value === "replay");
    this.shown = computed(() => this.position());
    this.numbers = computed(() => (this.replaying.value && this.played.value?.numbers) || null);
  }

  /** On a first visit the glass box is open, where there is room and an engine to explain. */
  begin() {
    const { game, seats } = this.client.current;
    const omok = game.name === "gomoku" && game.rows === OMOK;
    const machine = Object.values(seats).some(({ kind }) => kind === "machine");
    const opens = ROOMY.matches && !omok && machine && !this.client.isStatic;
    if (this.isFirstVisit && opens) this.glass.value = true;
  }

  /** The position on the board: the present, or the one looked at. @returns {PositionView} */
  position() {
    const match = this.client.match.value;
    if (!match) return /** @type {any} */ (null);
    if (this.replaying.value) return this.played.value?.view ?? match.view;
    const ply = this.ply.value;
    return (ply !== null && this.history.value?.views[ply]) || match.view;
  }

  /** The overlay on the board, from the glass box or the result panel. */
  overlay() {
    if (this.panel.value === "glass") return this.display.value;
    const better = this.panel.value === "result" ? this.better.value : null;
    return better?.ply === this.shown.value?.ply ? (better?.display ?? null) : null;
  }

  toggleGlass() {
    this.choose("glass", this.panel.peek() !== "glass");
  }

  toggleMoves() {
    const open = this.wide.peek() ? this.column.peek() : this.panel.peek() === "moves";
    this.choose("moves", !open);
  }

  choose(name, open) {
    const at = this.replaying.peek() ? this.shown.peek().ply : null;
    batch(() => {
      const both = this.wide.peek();
      if (name === "glass") {
        this.glass.value = open;
        if (open && !both) this.moves.value = false;
      } else {
        this.moves.value = open;
        if (open && !both) this.glass.value = false;
      }
      if (name === "glass" || !both) this.special.value = null;
      this.present();
    });
    // The glass box opened during a replay is about the replayed position.
    if (at !== null && !this.replaying.peek()) this.goTo(at);
    const glass = this.glass.peek();
    const moves = this.moves.peek();
    remember("panel", glass && moves ? "both" : glass ? "glass" : moves ? "moves" : null);
  }

  /** Opens a panel until the user chooses another. @param {PanelName | null} special */
  show(special) {
    this.special.value = special;
  }

  /** Returns to the present position. */
  present() {
    this.ply.value = null;
  }

  /** All positions so far, requested when first needed. @returns {Promise<PositionView[]>} */
  async views() {
    const match = this.client.match.peek();
    const known = this.history.peek();
    if (known?.version === match.version) return known.views;
    const { id, secret, views: whole } = this.client;
    const views = whole ?? (await get(`/api/matches/${id}/replay?last=all`, { secret })).views;
    this.history.value = { version: match.version, views };
    return views;
  }

  /** Shows a position of the game. @param {number} ply */
  async goTo(ply) {
    if (this.replaying.peek()) {
      replayPanel()?.go(ply);
      return;
    }
    const last = this.client.match.peek().plies.length;
    const wanted = Math.max(0, Math.min(last, ply));
    if (wanted < last) await this.views();
    this.ply.value = wanted === last ? null : wanted;
  }

  /** Opens the position before a mistake and draws the better line. */
  async showBetter({ ply, move, seat, line }) {
    const { game } = this.client.match.peek();
    await this.goTo(ply - 1);
    const taken = new Set();
    const ghosts = line.flatMap((each, i) => {
      const cells = cellsOf(each, game);
      if (!cells.length || cells.some((cell) => taken.has(cell))) return [];
      cells.forEach((cell) => taken.add(cell));
      const letter = /^[A-Z] /.test(each) ? each[0] : null;
      const mover = i % 2 ? other(seat) : seat;
      return [{ cells, n: ply + i, seat: mover, ...(letter && { letter }) }];
    });
    const player = write(game.players[seat]);
    const played = { cells: cellsOf(move, game).filter((cell) => !taken.has(cell)), tone: "bad", label: t("page.turns.played", { ply }) };
    const plate = { kind: "moves", text: t("page.turns.plate", { ply, player }) };
    this.better.value = { ply: ply - 1, display: { ghosts, cells: [played], plate } };
    document.querySelector("ff-board")?.scrollIntoView({ block: "nearest" });
    say(t("page.turns.shown", { ply, better: line[0] }));
  }

  step(by) {
    if (this.replaying.peek()) replayPanel()?.step(by);
    else this.goTo((this.ply.peek() ?? this.client.match.peek().plies.length) + by);
  }
}
