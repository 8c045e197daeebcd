/** The two rows that say who plays, whose turn it is, and how much time is left. */

import { computed, html } from "../dom.js";
import { t } from "../words.js";
import { clockIsLow, clockOf, clockText, minutes, secondsToReturn } from "./clocks.js";
import { icon } from "./icons.js";
import { other } from "./notation.js";
import { isUnsettled, turnOf } from "./swap2.js";
import { seatName, sideName } from "./who.js";

/** @param desk what actions.js describes @param {"opp" | "you"} place */
export function seatRow(desk, place) {
  const { table, view } = desk;
  const seat = () => (place === "you" ? table.bottom.value : other(table.bottom.value));
  const sits = () => table.match.value.seats[seat()];
  const isTurn = () =>
    turnOf(table.match.value) === seat() && !table.waiting() && !table.still;
  const isThinking = () => table.thinking.value?.seat === seat();
  const time = clockText(table, seat);
  const low = clockIsLow(table, seat);
  const back = computed(() => secondsToReturn(table.presence.value, seat()));
  const won = () => table.match.value.result?.winner === seat();
  const classes = () =>
    [
      "player",
      place,
      isTurn() && "to-move",
      isTurn() && low.value && "low",
      won() && "won",
      sits().kind === "open" && "waiting",
    ]
      .filter(Boolean)
      .join(" ");
  return html`<section class=${classes} aria-label=${() => seatName(table, seat())}>
    ${() => stoneOf(table.match.value, seat())}
    <div class="who">
      ${name(desk, seat, place)}
      <small class=${() => (isTurn() && !isThinking() ? "turn-dot" : "")}>
        ${() => (isThinking() ? dots() : null)}${() =>
          status(desk, seat(), { turn: isTurn(), thinking: isThinking(), back: back.value })}
      </small>
    </div>
    ${place === "opp" ? extra(desk, seat, back) : null}
    ${() => {
      const counts = view.shown.value.counts;
      return counts ? html`<span class="score">${counts[seat()]}</span>` : null;
    }}
    ${() =>
      table.clocks.value
        ? html`<span class="clock" role="timer" aria-label=${() => clockWords(table, seat())}
            >${() => time.value}</span>`
        : null}
  </section>`;
}

function dots() {
  return html`<span class="thinking-dots"><i></i><i></i><i></i></span>`;
}

/** The stone of whoever sits there; before colours are settled half of each. */
export function stoneOf(match, seat) {
  if (!isUnsettled(match)) return stone(match.game.name, seat);
  return html`<span class="seat both" aria-hidden="true"></span>`;
}

export function stone(game, seat, small = false) {
  const size = small ? " small" : "";
  if (game === "pentomino") {
    const number = seat === "X" ? 1 : 2;
    return html`<span class=${`seat ${seat === "X" ? "one" : "two"}${size}`} aria-hidden="true"
      >${number}</span>`;
  }
  return html`<span class=${`seat ${seat === "X" ? "b" : "w"}${size}`} aria-hidden="true"></span>`;
}

/** The name, which is the way to the picker for whoever may change it. */
function name(desk, seat, place) {
  const { table } = desk;
  const may = computed(() => desk.maySeat());
  const text = () => seatName(table, seat());
  const side = () => sideName(table.match.value, seat());
  // Drawn anew only when the right to change it comes or goes: the focus may be on it.
  return html`${() =>
    may.value
      ? html`<button
          class="name"
          type="button"
          aria-haspopup="dialog"
          aria-label=${() => t("page.seat.change", { name: text(), side: side() })}
          @click=${() => desk.pickOpponent(seat())}
        ><b>${text}</b>${place === "opp" ? icon("down") : null}</button>`
      : html`<b>${text}</b>`}`;
}

function status(desk, seat, { turn, thinking, back }) {
  const { table, view } = desk;
  const match = table.match.value;
  const side = sideName(match, seat);
  // Where the name is the side already, it is not said twice.
  const named = seatName(table, seat) === side;
  const join = (words) => {
    if (named) return words;
    return words ? t("page.seat.line", { side, words }) : side;
  };
  if (table.still) return match.result?.winner === seat ? join(t("page.seat.won")) : join("");
  if (match.seats[seat].kind === "open") return join(t("page.seat.free"));
  if (thinking) return t("page.seat.thinking");
  if (back !== null && match.live) {
    // Without the side: beside the button that claims the win there is room for this only.
    return back > 0 ? t("page.seat.away", { time: minutes(back) }) : t("page.seat.gone");
  }
  if (match.result) return join(match.result.winner === seat ? t("page.seat.won") : "");
  if (table.waiting()) return join(seat === "X" ? t("page.seat.first") : "");
  if (turn) {
    const mine = table.held.value.length === 1 && table.held.value[0] === seat;
    return join(mine ? t("page.seat.your_turn") : t("page.seat.to_move"));
  }
  return join(lastMove(match, view.shown.value.ply, seat));
}

/** The seat's last move and what it took: j10, 1.8 s. */
function lastMove(match, ply, seat) {
  const last = match.plies.slice(0, ply).findLast((each) => each.seat === seat && !each.role);
  if (!last) return "";
  if (last.forced) return t("page.seat.passed");
  if (match.game.name === "pentomino") return t("page.seat.placed", { letter: last.move[0] });
  if (match.seats[seat].kind !== "machine") return last.move;
  return t("page.seat.moved", { move: last.move, seconds: last.seconds.toFixed(1) });
}

/** The CPU switch, or what can be done when somebody has left. */
function extra(desk, seat, back) {
  const { table } = desk;
  const what = computed(() => {
    const match = table.match.value;
    const between = match.between_people && match.live && table.held.value.length === 1;
    if (between && back.value === 0) return "claim";
    const seated = desk.maySeat() && !match.result && match.seats[seat()].kind !== "open";
    return seated ? "switch" : null;
  });
  const on = () => table.match.value.seats[seat()].kind === "machine";
  return html`${() => {
    if (what.value === "claim") {
      return html`<button class="btn white compact" type="button" @click=${() => desk.claim()}>
        ${t("page.seat.claim")}</button>`;
    }
    if (what.value !== "switch") return null;
    return html`<button
      class="switch cpu"
      type="button"
      role="switch"
      aria-checked=${() => String(on())}
      aria-label=${t("page.seat.cpu.long")}
      title=${t("page.seat.cpu.key")}
      @click=${() => desk.toggleComputer()}
    ><span aria-hidden="true">${t("page.seat.cpu")}</span><i></i></button>`;
  }}`;
}

function clockWords(table, seat) {
  const clock = clockOf(table.clocks.value, seat);
  const facts = { name: seatName(table, seat), time: minutes(clock.seconds) };
  return t(clock.timed ? "page.seat.clock.left" : "page.seat.clock.used", facts);
}

/** What the browser's tab says: whose turn it is. */
export function titleOf(table, game) {
  const match = table.match.value;
  if (match.result) return t("page.tab.over", { result: resultHead(match), game });
  if (table.waiting()) return t("page.tab.waiting", { game });
  if (table.myTurn.value && table.held.value.length === 1) return t("page.tab.yours", { game });
  const player = sideName(match, turnOf(match) ?? "X");
  return t("page.tab.theirs", { player, game });
}

export function resultHead(match) {
  const { winner } = match.result;
  if (!winner) return t("page.result.draw");
  return t("page.result.wins", { player: sideName(match, winner) });
}
