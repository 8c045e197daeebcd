/** Everything a person can do at the table, in one place for buttons, keys and sheets. */

import { post } from "../api.js";
import { html } from "../dom.js";
import { t, write } from "../words.js";
import { actionsOf, IN_MORE } from "./actions.js";
import { change, keepMatch, keepOrder, lastOrder, settings } from "./keep.js";
import { other } from "./notation.js";
import { note, refuse, say } from "./speech.js";
import { openMenu, openSheet } from "./sheet.js";
import { Hand } from "./tray.js";
import { View } from "./view.js";
import { gameName, machineName, sideName, strategies } from "./who.js";

/** Times as fast as a move a second, in milliseconds. */
const SPEEDS = { "½": 2000, 1: 1000, 2: 500, 4: 250 };

export class Desk {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.view = new View(table);
    this.hand = new Hand(table, this.view);
    this.actions = actionsOf(this);
    this.loading = false;
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
    return lastOrder(game.name)?.opponent ?? this.table.fitting ?? "level(2)";
  }

  machineName(strategy) {
    return machineName(strategy);
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
    const { openPicker } = await this.load(() => import("./picker.js"));
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
      const answer = await post(`/api/matches/${this.table.id}/join`, { seat });
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

  answerUndo(accept) {
    return this.try(this.table.ask("undo_answer", { accept }));
  }

  async resign() {
    const sheet = openSheet(
      t("page.resign.head"),
      (close) => this.question(close, "page.resign.text", "page.resign.yes", () => {
        this.try(this.table.ask("resign"));
      }),
      "narrow",
    );
    await sheet.closed;
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
    const rows = Object.entries(SPEEDS).map(([times, pace]) => ({
      text: t("page.speed", { times }),
      run: () => this.try(this.table.ask("pace", { pace })),
    }));
    openMenu(anchor, t("page.action.speed"), rows);
  }

  speedText() {
    const pace = this.table.match.value?.pace;
    const times = Object.keys(SPEEDS).find((each) => SPEEDS[each] === pace);
    return times ? t("page.speed", { times }) : t("page.action.speed");
  }

  // Understanding

  async hint() {
    if (!this.mayAsk()) {
      refuse(t("page.glass.closed"));
      return;
    }
    if (this.view.panel.peek() !== "glass") this.view.show("glass");
    await import("../glass/glass.js");
    const glass = document.querySelector("ff-glass");
    const opinion = await glass?.hint();
    if (opinion?.state === "failed") refuse(write(opinion.trouble.words));
  }

  layerKey(key) {
    const glass = document.querySelector("ff-glass");
    if (!glass || !"1234".includes(key)) return false;
    glass.layer(Number(key));
    return true;
  }

  // Sheets

  async newGame(details = false) {
    const { openNewGame } = await this.load(() => import("./new_game.js"));
    openNewGame(this.table.match.peek()?.game, details);
  }

  async settings() {
    const { openSettings } = await this.load(() => import("./settings.js"));
    openSettings();
  }

  async share() {
    const { openShare } = await this.load(() => import("./share.js"));
    openShare(this);
  }

  async keyboard() {
    const { openKeyboard } = await this.load(() => import("./keyboard.js"));
    openKeyboard(this);
  }

  async find() {
    const { openFind } = await this.load(() => import("./find.js"));
    openFind(this);
  }

  async export(anchor) {
    const { openExport } = await this.load(() => import("../replay/export.js"));
    openExport(anchor, this.exportContext());
  }

  exportContext() {
    const { game, start, moves } = this.table.match.peek();
    const replay = document.querySelector("ff-replay");
    const { ply } = this.view.shown.peek();
    const last = replay ? (replay.length ?? moves.length) : undefined;
    return { match: this.table.id, game, start, moves, ply, last };
  }

  more(anchor) {
    const rows = IN_MORE.map((id) => this.actions.find((each) => each.id === id))
      .filter((each) => each.can())
      .map((each) => ({
        text: each.text(),
        key: each.key.toUpperCase(),
        picture: each.icon,
        run: () => each.run(anchor),
      }));
    openMenu(anchor, t("page.action.more"), rows);
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

  /** Loads a sheet's module; keys that are pressed meanwhile are meant for the sheet. */
  async load(module) {
    this.loading = true;
    try {
      return await module();
    } finally {
      this.loading = false;
    }
  }

  /** Has the sheets at hand before somebody wants one. */
  async prepare() {
    for (const name of ["find", "new_game", "picker", "settings", "share", "keyboard"]) {
      await import(`./${name}.js`);
    }
  }

  opponentWords() {
    const match = this.table.match.peek();
    const seat = match.seats[other(this.table.bottom.peek())];
    if (seat.kind !== "machine") return { key: "page.seat.person", facts: {}, text: "" };
    const level = /^level\((\d)\)$/.exec(seat.strategy);
    if (level) return { key: "opponent.level", facts: { level: Number(level[1]) }, text: "" };
    const known = strategies.peek().find((each) => each.text === seat.strategy);
    return known?.title ?? { key: "plain", facts: { text: seat.strategy }, text: seat.strategy };
  }

  question(close, text, yes, run) {
    return confirmation(close, t(text), t(yes), run);
  }

  gameName() {
    return gameName(this.table.match.value.game);
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

function confirmation(close, text, yes, run) {
  return html`<p>${text}</p>
    <div class="row end">
      <button class="btn plain" type="button" autofocus @click=${close}>${t("page.cancel")}</button>
      <button class="btn black" type="button" @click=${() => {
        close();
        run();
      }}>${yes}</button>
    </div>`;
}
