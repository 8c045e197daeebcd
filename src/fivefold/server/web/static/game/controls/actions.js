/** The actions of the game page. Buttons, menu, shortcuts and action search read this one list. */

import { change, settings } from "../../local_storage.js";
import { mayAnalyseMoves } from "../../player_names.js";
import { viewLink } from "../../replay/share.js";
import { note } from "../../ui/announcements.js";
import { t } from "../../words.js";
import { mayChoose } from "../match/swap2.js";
import { canChangeSeats, canPlayOn, canUndo, isEnginesOnly, isPaused } from "./permissions.js";

/**
 * `key` is the shortcut or empty, `can` says whether the action is available, `on` whether a toggle
 * is on. `run` gets the button it was started from.
 * @typedef {{ id: string, key: string, icon: string, text: () => string, can: () => boolean,
 *   on?: () => boolean, run: (anchor: any) => any }} Action
 */

/** The question that the key W asks in each game. */
const QUESTIONS = { gomoku: "forced", othello: "worth", pentomino: "wins" };

/** Phones and tablets have no keys to explain. */
const HAS_KEYS = matchMedia("(any-hover: hover)");

/** Whether this server shows tournaments. */
const hasArena = Boolean(document.getElementById("has-arena"));

/** @param {import("./game_page.js").GamePage} page @returns {Action[]} */
export function actionsOf(page) {
  const { client, view, dialogs, seats, match, analysis, replay } = page;
  const isOver = () => Boolean(client.match.value?.result);
  const plays = () => client.held.value.length > 0;
  const enginesPlay = () => isEnginesOnly(client) && !isOver();
  const hasTray = () => client.match.value?.game.name === "pentomino" && !client.isStatic;
  const always = () => true;
  /** @returns {Action} */
  const action = (id, key, icon, can, run, more = {}) => ({
    id,
    key,
    icon,
    can,
    run,
    text: () => t(`page.action.${id}`),
    ...more,
  });
  return [
    action("undo", "u", "undo", () => canUndo(client), () => match.undo()),
    action("hint", "h", "hint", always, () => analysis.hint()),
    action("wins", "w", "hint", () => mayAnalyseMoves(client.match.value?.game), () => analysis.wins(), {
      text: () => t(`page.action.${QUESTIONS[client.match.value?.game.name ?? ""] ?? "wins"}`),
    }),
    action("thinking", "g", "cube", always, () => view.toggleGlass(), {
      on: () => view.panel.value === "glass",
    }),
    action("moves", "l", "moves", always, () => view.toggleMoves(), {
      on: () => view.panel.value === "moves" || view.column.value,
    }),
    action("computer", "c", "cube", () => canChangeSeats(client) && !isOver(), () =>
      seats.toggleEngine(),
    ),
    ...["black", "white", "two"].map((choice) =>
      action(`take_${choice}`, "", "swap", () => mayChoose(client, choice), () =>
        match.choose(choice),
      ),
    ),
    action("pause", "", "pause", enginesPlay, () => match.togglePause(), {
      text: () => t(isPaused(client) ? "page.action.go_on" : "page.action.pause"),
    }),
    action("speed", "", "speed", enginesPlay, (anchor) => match.openPaceMenu(anchor), {
      text: () => match.paceText(),
    }),
    action("resign", "", "flag", () => plays() && !client.isStatic && !isOver(), () =>
      match.resign(),
    ),
    action("swap", "x", "swap", () => canChangeSeats(client) && !isOver(), () => seats.swap()),
    action("new", "n", "plus", always, () => dialogs.newGame()),
    action("rules", "", "board", always, () => dialogs.newGame(true)),
    action("export", "e", "export", always, (anchor) => dialogs.export(anchor)),
    action("replay", "", "replay", () => Boolean(client.match.value?.plies.length), () =>
      replay.start(),
    ),
    action("share", "s", "link", always, () => dialogs.share()),
    action("settings", "", "gear", always, () => dialogs.settings()),
    action("keyboard", "?", "keyboard", () => HAS_KEYS.matches, () => dialogs.keyboard()),
    action("rematch", "", "replay", () => isOver() && Boolean(client.secret), () =>
      match.rematch(),
    ),
    action("play_on", "", "play", () => canPlayOn(client), () => match.playOn()),
    action("analyse", "", "board", () => client.isStatic || isOver(), () => location.assign(analyseAddress(client)), {
      text: () => t("page.study.open.analyse"),
    }),
    action("rotate", "r", "rotate", hasTray, () => page.hand.turn("rotate")),
    action("mirror", "m", "mirror", hasTray, () => page.hand.turn("mirror")),
    action("back", "[", "back", always, () => view.step(-1)),
    action("forward", "]", "on", always, () => view.step(1)),
    action("how", "", "board", always, () =>
      location.assign(`/rules/${client.match.value?.game.name}`),
    ),
    action("games", "", "board", always, () => location.assign("/games")),
    action("arena", "", "board", () => hasArena, () => location.assign("/arena")),
    action("sounds", "", "sound", always, toggleSounds),
    action("find", "/", "find", always, () => dialogs.find()),
    action("more", ".", "more", always, (anchor) => dialogs.more(anchor)),
  ];
}

/** Where the game is analysed: the match itself, or the game in a link. */
function analyseAddress({ id, match }) {
  if (id) return `/analyse?match=${id}`;
  const { game, start, moves } = match.peek();
  return viewLink(game, start, moves).replace("/view", "/analyse");
}

function toggleSounds() {
  change("sound", !settings.peek().sound);
  note(t(settings.peek().sound ? "page.sounds.on" : "page.sounds.off"), "sound");
}

/** The rows of the More menu in order; at most nine are available at a time. */
export const IN_MORE = [
  "undo",
  "rematch",
  "resign",
  "swap",
  "new",
  "rules",
  "export",
  "replay",
  "share",
  "settings",
  "keyboard",
];

/** @param {import("./game_page.js").GamePage} page @returns {string[]} the buttons by the board */
export function buttonsOf({ client, view }) {
  const panel = view.panel.value;
  if (client.isStatic) {
    // The bar has Share, the menu the others.
    const last = panel === "replay" ? ["export", "thinking"] : ["thinking", "replay"];
    return ["play_on", "analyse", ...last];
  }
  if (client.match.value?.result) return ["thinking", "export", "share", "more"];
  if (client.waiting() && client.secret) return ["swap", "rules", "more"];
  if (isEnginesOnly(client)) return ["pause", "speed", "thinking", "more"];
  if (!client.held.value.length) return ["thinking", "moves", "more"];
  return panel ? ["undo", "hint", "thinking", "moves", "more"] : ["undo", "thinking", "more"];
}
