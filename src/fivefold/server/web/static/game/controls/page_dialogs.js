/** Opens the page's dialogs and menus, and loads their modules on demand. */

import { openMenu } from "../../ui/dialogs.js";
import { t } from "../../words.js";
import { buttonsOf, IN_MORE } from "./actions.js";
import { openKeyboardHelp } from "./keyboard.js";
import { replayPanel } from "./replay_controls.js";

export class PageDialogs {
  /** @param {import("./game_page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.loading = false;
  }

  /**
   * Loads a dialog's module; keys pressed meanwhile are left to the dialog.
   * @template T
   * @param {() => Promise<T>} module
   */
  async load(module) {
    this.loading = true;
    try {
      return await module();
    } finally {
      this.loading = false;
    }
  }

  /** Loads the dialogs' modules ahead of their first use. */
  async preload() {
    await import("../dialogs/action_search.js");
    await import("../dialogs/new_game.js");
    await import("../dialogs/opponent_picker.js");
    await import("../dialogs/settings.js");
    await import("../dialogs/share.js");
  }

  async newGame(details = false) {
    const { openNewGame } = await this.load(() => import("../dialogs/new_game.js"));
    openNewGame(this.page.client.match.peek()?.game, details);
  }

  async settings() {
    const { openSettings } = await this.load(() => import("../dialogs/settings.js"));
    openSettings();
  }

  async share() {
    const { openShare } = await this.load(() => import("../dialogs/share.js"));
    openShare(this.page);
  }

  keyboard() {
    openKeyboardHelp();
  }

  async find() {
    const { openActionSearch } = await this.load(() => import("../dialogs/action_search.js"));
    openActionSearch(this.page);
  }

  async export(anchor) {
    const { openExport } = await this.load(() => import("../../replay/export.js"));
    openExport(anchor, this.exportContext());
  }

  exportContext() {
    const { client, view } = this.page;
    const { game, start, moves } = client.current;
    const replay = replayPanel();
    const { ply } = view.shown.peek();
    const last = replay ? (replay.length ?? moves.length) : undefined;
    return { match: client.id, game, start, moves, ply, last };
  }

  more(anchor) {
    const buttons = buttonsOf(this.page);
    const rows = IN_MORE.map((id) => this.page.action(id))
      .filter((each) => each.can() && !(each.id === "undo" && buttons.includes("undo")))
      .map((each) => ({
        text: each.text(),
        key: each.key.toUpperCase(),
        picture: each.icon,
        run: () => each.run(anchor),
      }));
    openMenu(anchor, t("page.action.more"), rows);
  }
}
