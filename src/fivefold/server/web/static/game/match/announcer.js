/** Announces the events of a match, in live regions and with sounds. */

import { effect, untracked } from "../../dom.js";
import { t, write } from "../../words.js";
import { clockOf } from "./clocks.js";
import { cellsOf } from "../../notation.js";
import { resultHead } from "../seats.js";
import { joined, over, placed, refused as refusedSound, tenSeconds } from "../../ui/sounds.js";
import { clearToasts, note, refuse, say } from "../../ui/announcements.js";
import { choiceWords, colourName, isUnsettled, openingWords } from "./swap2.js";
import { sideName } from "../../player_names.js";

/** @param {import("../controls/game_page.js").GamePage} page */
export function announceEvents(page) {
  const { client } = page;
  /** @type {MatchDocument | null} */
  let before = null;
  client.eventListeners.push((event, match) => {
    ANNOUNCE[event.kind]?.(event, match, page, before);
    before = match;
  });
  client.refusalListeners.push((error, move) => {
    refuse(write(error.words));
    refusedSound();
    const match = client.match.peek();
    const [cell] = match ? cellsOf(move, match.game) : [];
    if (cell !== undefined) page.board?.shake(cell);
  });
  announceTime(client);
}

/**
 * By event kind; `match` is the document after the event, `before` the one of the event before it.
 * @type {Record<string, (event: MatchEvent, match: MatchDocument,
 *   page: import("../controls/game_page.js").GamePage, before: MatchDocument | null) => void>}
 */
const ANNOUNCE = {
  moved(event, match, page, before) {
    const player = sideName(match, event.seat);
    if (event.move === "--") {
      const again = sideName(match, event.seat === "X" ? "O" : "X");
      note(t("page.news.pass", { player, other: again }), "on");
      return;
    }
    const held = page.client.held.peek();
    const own = held.length === 1 && held[0] === event.seat;
    const turned = match.view.counts && before ? turnedDiscs(before.view, match.view) : 0;
    placed(match.game.name, turned);
    if (isUnsettled(match)) {
      const colour = colourName(match, event.seat);
      const put = t("page.swap2.news.stone", { colour, move: event.move });
      say(`${put} ${openingWords(page.client)}`.trim());
      return;
    }
    const after = match.result ? "" : turnWords(page);
    const played = t("page.news.moved", { player, move: event.move });
    say(own && !after ? played : `${played} ${after}`.trim());
  },
  chosen(event, match, page) {
    // While the colours are unsettled the panel shows the question: announcing it is enough.
    if (isUnsettled(match)) say(openingWords(page.client));
    else note(`${choiceWords(page.client, /** @type {any} */ (event))} ${turnWords(page)}`.trim(), "swap");
  },
  ended(_, match, page) {
    if (!match.result) return; // Reopened by a later event of the same frame.
    const { winner, reason } = match.result;
    const held = page.client.held.peek();
    clearToasts();
    over(held.length !== 1 || held[0] === winner);
    say(`${resultHead(match)}. ${write(reason)}`);
    page.view.present();
    page.view.show("result");
  },
  joined(_, match, page) {
    if (!page.client.secret) return;
    joined();
    note(t("page.news.joined"), "person");
  },
  seated(_, match, page) {
    if (!match.result) closeResult(page);
  },
  undone(_, match, page) {
    closeResult(page);
    page.view.present();
    say(t("page.news.undone", { n: match.plies.length }));
  },
  undo_asked(event, match, page) {
    if (page.client.held.peek().includes(event.seat)) say(t("page.undo.waiting"));
    else say(t("page.undo.asked", { player: sideName(match, event.seat) }));
  },
  undo_refused(event, match, page) {
    if (isForMe(event, page)) note(t("page.undo.refused"), "close");
  },
  rematch_asked(event, _, page) {
    if (!isForMe(event, page)) return;
    // The result panel shows the request with its answer: no toast then.
    const shown = page.view.panel.peek() === "result";
    (shown ? say : (words) => note(words, "replay"))(t("page.result.wanted"));
  },
  rematched(event, _, page) {
    if (page.client.secret) page.match.openRematch(event.match);
  },
};

/** Closes the result panel of a match that goes on. */
function closeResult({ view }) {
  if (view.special.peek() === "result") view.show(null);
}

/** Whether the other player caused the event and this page holds a seat. */
function isForMe(event, page) {
  const held = page.client.held.peek();
  return held.length > 0 && !held.includes(event.seat);
}

function turnWords(page) {
  return page.client.myTurn.peek() ? t("page.news.your_turn") : "";
}

function turnedDiscs(before, after) {
  let count = 0;
  for (let cell = 0; cell < after.cells.length; cell++) {
    if (before.cells[cell] !== "." && before.cells[cell] !== after.cells[cell]) count += 1;
  }
  return count;
}

/** Announces when 30 and 10 seconds are left on a clock of this page. */
function announceTime(client) {
  let announced = Infinity;
  effect(() => {
    const seat = client.clocks.value?.running;
    const mine = seat && client.held.value.includes(seat);
    const clock = mine ? clockOf(client.clocks.value, seat) : null;
    untracked(() => {
      if (!clock?.timed || clock.seconds > 30) {
        announced = Infinity;
      } else if (clock.seconds <= 10 && announced > 10) {
        announced = 10;
        tenSeconds();
        say(t("page.news.seconds", { n: 10 }));
      } else if (announced > 30) {
        announced = 30;
        say(t("page.news.seconds", { n: 30 }));
      }
    });
  });
}
