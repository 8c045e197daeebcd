/** Opens the sheets and menus of the game page. Their modules come when somebody wants them. */

import { t } from "../words.js";
import { buttonsOf, IN_MORE } from "./actions.js";
import { openMenu } from "./sheet.js";

export class Sheets {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.loading = false;
  }

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

  async newGame(details = false) {
    const { openNewGame } = await this.load(() => import("./new_game.js"));
    openNewGame(this.desk.table.match.peek()?.game, details);
  }

  async settings() {
    const { openSettings } = await this.load(() => import("./settings.js"));
    openSettings();
  }

  async share() {
    const { openShare } = await this.load(() => import("./share.js"));
    openShare(this.desk);
  }

  async keyboard() {
    const { openKeyboard } = await this.load(() => import("./keyboard.js"));
    openKeyboard();
  }

  async find() {
    const { openFind } = await this.load(() => import("./find.js"));
    openFind(this.desk);
  }

  async export(anchor) {
    const { openExport } = await this.load(() => import("../replay/export.js"));
    openExport(anchor, this.exportContext());
  }

  exportContext() {
    const { game, start, moves } = this.desk.table.match.peek();
    const replay = document.querySelector("ff-replay");
    const { ply } = this.desk.view.shown.peek();
    const last = replay ? (replay.length ?? moves.length) : undefined;
    return { match: this.desk.table.id, game, start, moves, ply, last };
  }

  more(anchor) {
    const beside = buttonsOf(this.desk);
    const rows = IN_MORE.map((id) => this.desk.actions.find((each) => each.id === id))
      .filter((each) => each.can() && !(each.id === "undo" && beside.includes("undo")))
      .map((each) => ({
        text: each.text(),
        key: each.key.toUpperCase(),
        picture: each.icon,
        run: () => each.run(anchor),
      }));
    openMenu(anchor, t("page.action.more"), rows);
  }
}
