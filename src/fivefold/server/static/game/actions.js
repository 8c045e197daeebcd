/**
 * Everything that can be done on the game page, by name. Buttons, menu, keys and the search all
 * read this list: `{id, key, icon, text(), can(), on?(), run(anchor)}`.
 */

import { t } from "../words.js";
import { mayChoose } from "./swap2.js";
import { mayTell } from "./who.js";

/** What the key that asks about one's moves asks in each game. */
const TOLD = { gomoku: "forced", othello: "worth", pentomino: "wins" };

/** Whether this server shows tournaments. */
const hasArena = Boolean(document.getElementById("has-arena"));

/** @param {import("./desk.js").Desk} desk */
export function actionsOf(desk) {
  const { table, view } = desk;
  const over = () => Boolean(table.match.value?.result);
  const plays = () => table.held.value.length > 0;
  const machines = () => desk.machinesOnly();
  const pentomino = () => table.match.value?.game.name === "pentomino" && !table.still;
  const action = (id, key, icon, can, run, more = {}) => ({
    id,
    key,
    icon,
    can,
    run,
    text: () => t(`page.action.${id}`),
    ...more,
  });
  const always = () => true;
  const inMatch = () => !table.still;
  return [
    action("undo", "u", "undo", () => desk.mayUndo(), () => desk.undo()),
    action("hint", "h", "hint", always, () => desk.hint()),
    action("wins", "w", "hint", () => mayTell(table.match.value?.game), () => desk.wins(), {
      text: () => t(`page.action.${TOLD[table.match.value?.game.name] ?? "wins"}`),
    }),
    action("thinking", "g", "cube", always, () => view.toggleGlass(), {
      on: () => view.panel.value === "glass",
    }),
    action("moves", "l", "moves", always, () => view.toggleMoves(), {
      on: () => view.panel.value === "moves" || view.column.value,
    }),
    action("computer", "c", "cube", () => desk.maySeat() && !over(), () => desk.toggleComputer()),
    ...["black", "white", "two"].map((choice) =>
      action(`take_${choice}`, "", "swap", () => mayChoose(table, choice), () =>
        desk.choose(choice),
      ),
    ),
    action("pause", "", "pause", () => machines() && !over(), () => desk.pause(), {
      text: () => t(desk.paused() ? "page.action.go_on" : "page.action.pause"),
    }),
    action("speed", "", "speed", () => machines() && !over(), (anchor) => desk.speed(anchor), {
      text: () => desk.speedText(),
    }),
    action("resign", "", "flag", () => plays() && inMatch() && !over(), () => desk.resign()),
    action("swap", "x", "swap", () => desk.maySeat() && !over(), () => desk.swap()),
    action("new", "n", "plus", always, () => desk.sheets.newGame()),
    action("rules", "", "board", always, () => desk.sheets.newGame(true)),
    action("export", "e", "export", always, (anchor) => desk.sheets.export(anchor)),
    action("replay", "", "replay", () => table.match.value?.plies.length > 0, () => desk.replay()),
    action("share", "s", "link", always, () => desk.sheets.share()),
    action("settings", "", "gear", always, () => desk.sheets.settings()),
    action("keyboard", "?", "keyboard", always, () => desk.sheets.keyboard()),
    action("rematch", "", "replay", () => over() && Boolean(table.secret), () => desk.rematch()),
    action("play_on", "", "play", () => desk.mayPlayOn(), () => desk.playOn()),
    action("rotate", "r", "rotate", pentomino, () => desk.hand.turn("rotate")),
    action("mirror", "m", "mirror", pentomino, () => desk.hand.turn("mirror")),
    action("back", "[", "back", always, () => view.step(-1)),
    action("forward", "]", "on", always, () => view.step(1)),
    action("games", "", "board", always, () => location.assign("/open")),
    action("arena", "", "board", () => hasArena, () => location.assign("/arena")),
    action("sounds", "", "sound", always, () => desk.toggleSounds()),
    action("find", "/", "find", always, () => desk.sheets.find()),
    action("more", ".", "more", always, (anchor) => desk.sheets.more(anchor)),
  ];
}

/** The rows of More, in this order; at most nine of them at a time. */
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

/** The buttons beside the board at this moment. */
export function buttonsOf(desk) {
  const { table, view } = desk;
  const panel = view.panel.value;
  if (table.still) {
    return ["play_on", "export", "thinking", panel === "replay" ? "share" : "replay"];
  }
  if (table.match.value.result) return ["thinking", "export", "share", "more"];
  if (table.waiting() && table.secret) return ["swap", "rules", "more"];
  if (desk.machinesOnly()) return ["pause", "speed", "thinking", "more"];
  if (!table.held.value.length) return ["thinking", "moves", "more"];
  return panel ? ["undo", "hint", "thinking", "moves", "more"] : ["undo", "thinking", "more"];
}
