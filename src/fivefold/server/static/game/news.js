/** What happens in a match, told to ears: words for live regions, and sounds. */

import { effect, untracked } from "../dom.js";
import { t, write } from "../words.js";
import { clockOf } from "./clocks.js";
import { cellsOf } from "./notation.js";
import { resultHead } from "./seats.js";
import { refused as refusedSound, joined, over, placed, tenSeconds } from "./sounds.js";
import { clearToasts, note, refuse, say } from "./speech.js";
import { choiceWords, colourName, isUnsettled, openingWords } from "./swap2.js";
import { sideName } from "./who.js";

/** @param {import("./desk.js").Desk} desk */
export function tellNews(desk) {
  const { table } = desk;
  let before = null;
  table.listeners.push((event, match) => {
    TELL[event.kind]?.(event, match, desk, before);
    before = match;
  });
  table.refusals.push((error, move) => {
    refuse(write(error.words));
    refusedSound();
    const match = table.match.peek();
    const [cell] = match ? cellsOf(move, match.game) : [];
    if (cell !== undefined) desk.board?.shake(cell);
  });
  watchTime(table);
}

const TELL = {
  moved(event, match, desk, before) {
    const player = sideName(match, event.seat);
    if (event.move === "--") {
      const again = sideName(match, event.seat === "X" ? "O" : "X");
      note(t("page.news.pass", { player, other: again }), "on");
      return;
    }
    const own = desk.table.held.peek().includes(event.seat) && desk.table.held.peek().length === 1;
    const turned = match.view.counts && before ? turnedDiscs(before.view, match.view) : 0;
    placed(match.game.name, turned);
    if (isUnsettled(match)) {
      const colour = colourName(match, event.seat);
      const put = t("page.swap2.news.stone", { colour, move: event.move });
      say(`${put} ${openingWords(desk.table)}`.trim());
      return;
    }
    const after = match.result ? "" : turnWords(desk);
    const played = t("page.news.moved", { player, move: event.move });
    say(own && !after ? played : `${played} ${after}`.trim());
  },
  chosen(event, match, desk) {
    // What is asked stands in the panel already.
    if (isUnsettled(match)) say(openingWords(desk.table));
    else note(`${choiceWords(desk.table, event)} ${turnWords(desk)}`.trim(), "swap");
  },
  ended(_, match, desk) {
    const { winner, reason } = match.result;
    const held = desk.table.held.peek();
    clearToasts();
    over(held.length !== 1 || held[0] === winner);
    say(`${resultHead(match)}. ${write(reason)}`);
    desk.view.present();
    desk.view.show("result");
  },
  joined(_, match, desk) {
    if (!desk.table.secret) return;
    joined();
    note(t("page.news.joined"), "person");
  },
  undone(event, match, desk) {
    if (desk.view.special.peek() === "result") desk.view.show(null);
    desk.view.present();
    say(t("page.news.undone", { n: match.plies.length }));
  },
  undo_asked(event, match, desk) {
    if (desk.table.held.peek().includes(event.seat)) say(t("page.undo.waiting"));
    else say(t("page.undo.asked", { player: sideName(match, event.seat) }));
  },
  undo_refused(event, match, desk) {
    if (isForMe(event, desk)) note(t("page.undo.refused"), "close");
  },
  rematch_asked(event, _, desk) {
    if (!isForMe(event, desk)) return;
    // The result says it already, where the answer is given.
    const shown = desk.view.panel.peek() === "result";
    (shown ? say : (words) => note(words, "replay"))(t("page.result.wanted"));
  },
  rematched(event, _, desk) {
    if (desk.table.secret) desk.follow(event.match);
  },
};

/** Whether somebody else did it and it concerns whoever sits here, not an onlooker. */
function isForMe(event, desk) {
  const held = desk.table.held.peek();
  return held.length > 0 && !held.includes(event.seat);
}

function turnWords(desk) {
  return desk.table.myTurn.peek() ? t("page.news.your_turn") : "";
}

function turnedDiscs(before, after) {
  let count = 0;
  for (let cell = 0; cell < after.cells.length; cell++) {
    if (before.cells[cell] !== "." && before.cells[cell] !== after.cells[cell]) count += 1;
  }
  return count;
}

/** Says when 30 and 10 seconds are left to whoever sits here. */
function watchTime(table) {
  let told = Infinity;
  effect(() => {
    const seat = table.clocks.value?.running;
    const mine = seat && table.held.value.includes(seat);
    const clock = mine ? clockOf(table.clocks.value, seat) : null;
    untracked(() => {
      if (!clock?.timed || clock.seconds > 30) {
        told = Infinity;
      } else if (clock.seconds <= 10 && told > 10) {
        told = 10;
        tenSeconds();
        say(t("page.news.seconds", { n: 10 }));
      } else if (told > 30) {
        told = 30;
        say(t("page.news.seconds", { n: 30 }));
      }
    });
  });
}
