/** Everything a person can do at the table, in one place for buttons, keys and sheets. */

import { post } from "../api.js";
import { html } from "../dom.js";
import { t, write } from "../words.js";
import { actionsOf } from "./actions.js";
import { change, keepMatch, keepOrder, lastOrder, settings } from "./keep.js";
import { other } from "./notation.js";
import { note, refuse, say } from "./speech.js";
import { openMenu, openSheet } from "./sheet.js";
import { Sheets } from "./sheets.js";
import { Hand } from "./tray.js";
import { View } from "./view.js";
import { isKnown, loadStrategies, machineName, sideName, strategies } from "./who.js";

/** Times as fast as a move a second, in milliseconds. */
const SPEEDS = new Map([
  ["½", 2000],
  ["1", 1000],
  ["2", 500],
  ["4", 250],
]);

export class Desk {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.view = new View(table);
    this.hand = new Hand(table, this.view);
    this.actions = actionsOf(this);
    this.sheets = new Sheets(this);
  }

  get board() {
    return document.querySelector("ff-board");
  }

  // What may be done

  machinesOnly() {
    const match = this.table.match.value;
    if (!match || !this.table.secret || this.table.still) return false;
    return Object.values(match.seats).every((seat) => seat.kind === "machine");
  }

  maySeat() {
    const { match, secret, held, still } = this.table;
    if (!match.value || !secret || still) return false;
    const people = Object.values(match.value.seats).filter((seat) => seat.kind === "person");
    return people.length - held.value.length <= 0;
  }

  mayUndo() {
    const match = this.table.match.value;
    return Boolean(match && this.table.secret) && !(match.between_people && match.result);
  }

  mayAsk() {
    const match = this.table.match.value;
    return Boolean(match) && !(match.between_people && match.live);
  }

  mayPlayOn() {
    return Boolean(this.table.still || this.table.match.value?.plies.length);
  }

  // Seats

  async seat(seat, who) {
    await this.try(this.table.ask("seats", { [seat]: who }));
    if (who !== "me" && who !== "open") {
      keepOrder(this.table.match.peek().game.name, { opponent: who });
    }
  }

  lastMachine() {
    const { game } = this.table.match.peek();
    const last = lastOrder(game.name)?.opponent;
    const gone = last && strategies.peek().length && !isKnown(last, strategies.peek());
    return (gone ? null : last) ?? this.table.fitting ?? "level(2)";
  }

  /** The computer leaves the opponent's seat to this screen, or takes it. */
  async toggleComputer() {
    const match = this.table.match.peek();
    const seat = other(this.table.bottom.peek());
    if (match.seats[seat].kind !== "machine") {
      const who = this.lastMachine();
      await this.seat(seat, who);
      say(t("page.computer.on", { name: machineName(who) }));
    } else {
      keepOrder(match.game.name, { opponent: match.seats[seat].strategy });
      await this.seat(seat, "me");
      say(t("page.computer.off"));
    }
  }

  async pickOpponent(seat) {
    const { openPicker } = await this.sheets.load(() => import("./picker.js"));
    const match = this.table.match.peek();
    const sits = match.seats[seat];
    const who = await openPicker({
      title: t("page.pick.title", { side: sideName(match, seat) }),
      game: match.game,
      current: sits.kind === "machine" ? sits.strategy : sits.kind === "person" ? "me" : "open",
      note: t("page.pick.note"),
    });
    if (who) await this.seat(seat, who);
  }

  swap() {
    return this.try(this.table.ask("swap"));
  }

  claim() {
    return this.try(this.table.ask("claim"));
  }

  async join(seat) {
    try {
      const name = settings.peek().name.trim() || null;
      const answer = await post(`/api/matches/${this.table.id}/join`, { seat, name });
      keepMatch(this.table.id, { secret: answer.secret, game: answer.match.game.name });
      this.table.secret = answer.secret;
      this.table.connection.send(this.table.greeting());
      this.view.show(null);
    } catch (error) {
      refuse(write(error.words));
    }
  }

  // The course of the game

  async undo() {
    this.view.present();
    await this.try(this.table.ask("undo"));
  }

  /** Takes a side in an opening by swap2, or puts two more stones. */
  choose(choice) {
    this.view.present();
    return this.try(this.table.ask("choose", { choice }));
  }

  answerUndo(accept) {
    return this.try(this.table.ask("undo_answer", { accept }));
  }

  resign() {
    const run = () => this.try(this.table.ask("resign"));
    openSheet(t("page.resign.head"), (close) => confirmation(close, run), "narrow");
  }

  async rematch() {
    const ack = await this.try(this.table.ask("rematch"));
    const next = ack?.match ?? this.table.match.peek().rematch?.match;
    if (next) this.follow(next);
  }

  /** Goes on to the rematch; the secret that held this seat holds the other one there. */
  follow(id) {
    const { secret } = this.table;
    const { game } = this.table.match.peek();
    if (secret) keepMatch(id, { secret, game: game.name, opponent: this.opponentWords() });
    location.assign(`/game/${id}`);
  }

  pause() {
    const pace = this.paused() ? (this.table.lastPace ?? 1000) : null;
    if (pace === null) this.table.lastPace = this.table.match.peek().pace;
    return this.try(this.table.ask("pace", { pace }));
  }

  paused() {
    return this.table.match.value?.pace === null;
  }

  speed(anchor) {
    const rows = [...SPEEDS].map(([times, pace]) => ({
      text: t("page.speed", { times }),
      run: () => this.try(this.table.ask("pace", { pace })),
    }));
    openMenu(anchor, t("page.action.speed"), rows);
  }

  speedText() {
    const pace = this.table.match.value?.pace;
    const [times] = [...SPEEDS].find(([, each]) => each === pace) ?? [];
    return times ? t("page.speed", { times }) : t("page.action.speed");
  }

  // Understanding

  hint() {
    return this.consult((glass) => glass.hint());
  }

  wins() {
    return this.consult((glass) => glass.wins());
  }

  /** Asks the glass box, which opens for the answer. */
  async consult(ask) {
    if (!this.mayAsk()) {
      refuse(t("page.glass.closed"));
      return;
    }
    if (this.view.panel.peek() !== "glass") this.view.show("glass");
    const { name } = this.table.match.peek().game;
    await Promise.all([import("../glass/glass.js"), loadStrategies(name)]);
    const glass = document.querySelector("ff-glass");
    const opinion = await (glass && ask(glass));
    if (opinion?.state === "failed") refuse(write(opinion.trouble.words));
  }

  layerKey(key) {
    const glass = document.querySelector("ff-glass");
    if (!glass || !"1234".includes(key)) return false;
    glass.layer(Number(key));
    return true;
  }

  toggleSounds() {
    change("sound", !settings.peek().sound);
    note(t(settings.peek().sound ? "page.sounds.on" : "page.sounds.off"), "sound");
  }

  // Looking back

  /** Replays the last moves, or goes on from the position that is looked at. */
  async replay(ply = this.view.ply.peek()) {
    this.view.played.value = null;
    this.view.show("replay");
    this.view.present();
    await import("../replay/replay.js");
    if (ply !== null) document.querySelector("ff-replay")?.go(ply);
  }

  endReplay() {
    const { match, still } = this.table;
    this.view.show(match.peek().result && !still ? "result" : null);
    this.view.present();
  }

  /** Leaves whatever was put into the panel's place for a while. */
  escape() {
    const { view } = this;
    if (this.hand.letter.peek()) {
      this.hand.letter.value = null;
      return true;
    }
    if (view.replaying.peek()) {
      this.endReplay();
      return true;
    }
    if (view.ply.peek() !== null) {
      view.present();
      return true;
    }
    return false;
  }

  /** Space plays and pauses: the replay, or two machines. */
  space(target) {
    if (target.closest("button, a, ff-board, summary, [tabindex]")) return false;
    const replay = document.querySelector("ff-replay");
    if (replay) {
      replay.toggle();
      return true;
    }
    if (!this.machinesOnly()) return false;
    this.pause();
    return true;
  }

  /** A new match from the position that is shown, against the last opponent. */
  async playOn() {
    const match = this.table.match.peek();
    const { ply, to_move: seat } = this.view.shown.peek();
    const machine = this.lastMachine();
    const me = seat ?? "X";
    const { startMatch } = await import("./start.js");
    const { name, rows, columns, rules } = match.game;
    const order = {
      game: name,
      size: `${rows}x${columns}`,
      rules,
      position: match.start,
      moves: match.moves.slice(0, ply),
      first: me === "X" ? "me" : machine,
      second: me === "O" ? "me" : machine,
    };
    await this.try(startMatch(order));
  }

  // Small things

  opponentWords() {
    const match = this.table.match.peek();
    const seat = match.seats[other(this.table.bottom.peek())];
    if (seat.kind !== "machine") return { key: "page.seat.person", facts: {}, text: "" };
    const level = /^level\((\d+)\)$/.exec(seat.strategy);
    if (level) return { key: "opponent.level", facts: { level: Number(level[1]) }, text: "" };
    const known = strategies.peek().find((each) => each.text === seat.strategy);
    return known?.title ?? { key: "plain", facts: { text: seat.strategy }, text: seat.strategy };
  }

  /** Waits for an answer; a refusal is shown and said, and nothing has changed. */
  async try(asked) {
    try {
      return await asked;
    } catch (error) {
      refuse(write(error.words ?? { text: String(error) }));
      return null;
    }
  }
}

/** What the sheet before resigning holds. */
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
