/** The commands of a match: undo, resign, rematch, speed, a new match from a position. */

import { html } from "../../dom.js";
import { keepMatch } from "../../local_storage.js";
import { other } from "../../notation.js";
import { strategies } from "../../player_names.js";
import { orRefuse } from "../../ui/announcements.js";
import { openMenu, openSheet } from "../../ui/dialogs.js";
import { t } from "../../words.js";
import { isPaused } from "./permissions.js";

/** Milliseconds a move between engines, by its name in the menu: multiples of a move a second. */
const PACES = new Map([
  ["½", 2000],
  ["1", 1000],
  ["2", 500],
  ["4", 250],
]);
const USUAL_PACE = 1000;

export class MatchControls {
  /**
   * @param {import("../match/client.js").MatchClient} client
   * @param {import("../view.js").View} view
   * @param {import("./seat_controls.js").SeatControls} seats
   */
  constructor(client, view, seats) {
    this.client = client;
    this.view = view;
    this.seats = seats;
    /** The pace to resume at. */
    this.lastPace = USUAL_PACE;
  }

  async undo() {
    this.view.present();
    await orRefuse(this.client.ask("undo"));
  }

  /** Swap2: takes a side, or puts two more stones. */
  choose(choice) {
    this.view.present();
    return orRefuse(this.client.ask("choose", { choice }));
  }

  answerUndo(accept) {
    return orRefuse(this.client.ask("undo_answer", { accept }));
  }

  resign() {
    const run = () => orRefuse(this.client.ask("resign"));
    openSheet(t("page.resign.head"), (close) => confirmation(close, run), "narrow");
  }

  async rematch() {
    const ack = await orRefuse(this.client.ask("rematch"));
    const next = ack?.match ?? this.client.current.rematch?.match;
    if (next) this.openRematch(next);
  }

  /** Opens the rematch, where this seat's secret holds the other seat. */
  openRematch(id) {
    const { secret } = this.client;
    const { game } = this.client.current;
    if (secret) keepMatch(id, { secret, game: game.name, opponent: this.opponentTitle() });
    location.assign(`/game/${id}`);
  }

  togglePause() {
    const paused = isPaused(this.client);
    if (!paused) this.lastPace = this.client.current.pace ?? USUAL_PACE;
    return orRefuse(this.client.ask("pace", { pace: paused ? this.lastPace : null }));
  }

  openPaceMenu(anchor) {
    const rows = [...PACES].map(([times, pace]) => ({
      text: t("page.speed", { times }),
      run: () => orRefuse(this.client.ask("pace", { pace })),
    }));
    openMenu(anchor, t("page.action.speed"), rows);
  }

  paceText() {
    const now = this.client.match.value?.pace;
    const [times] = [...PACES].find(([, pace]) => pace === now) ?? [];
    return times ? t("page.speed", { times }) : t("page.action.speed");
  }

  /** Starts a match from the shown position against the last engine opponent. */
  async playOn() {
    const match = this.client.current;
    const { ply, to_move: seat } = this.view.shown.peek();
    const engine = this.seats.lastEngine();
    const me = seat ?? "X";
    const { startMatch } = await import("../match/start_match.js");
    const { name, rows, columns, rules } = match.game;
    const order = {
      game: name,
      size: `${rows}x${columns}`,
      rules,
      position: match.start,
      moves: match.moves.slice(0, ply),
      first: me === "X" ? "me" : engine,
      second: me === "O" ? "me" : engine,
    };
    await orRefuse(startMatch(order));
  }

  /** @returns {Message} the opponent as the list of my games names it */
  opponentTitle() {
    const match = this.client.current;
    const { kind, strategy, name } = match.seats[other(this.client.bottom.peek())];
    if (kind === "person" && name) return { key: "plain", facts: { text: name }, text: name };
    if (kind !== "machine") return { key: "page.seat.person", facts: {}, text: "" };
    const level = /^level\((\d+)\)$/.exec(strategy ?? "");
    if (level) return { key: "opponent.level", facts: { level: Number(level[1]) }, text: "" };
    const known = strategies.peek().find((each) => each.text === strategy);
    return known?.title ?? { key: "plain", facts: { text: strategy }, text: strategy };
  }
}

/** The body of the dialog that confirms a resignation. */
function confirmation(close, run) {
  const yes = () => {
    close();
    run();
  };
  return html`<p>${t("page.resign.text")}</p>
    <div class="row end">
      <button class="btn plain" type="button" autofocus @click=${close}>${t("page.cancel")}</button>
      <button class="btn black" type="button" @click=${yes}>${t("page.resign.yes")}</button>
    </div>`;
}
