/** The two seat rows: player, turn, score and clock. */

import { computed, html } from "../dom.js";
import { t } from "../words.js";
import { canChangeSeats } from "./controls/permissions.js";
import { clockIsLow, clockOf, clockText, minutes, secondsToReturn, written } from "./match/clocks.js";
import { icon } from "../ui/icons.js";
import { drawSays } from "./says.js";
import { other } from "../notation.js";
import { isUnsettled, turnOf } from "./match/swap2.js";
import { seatName, sideName } from "../player_names.js";

/** @param {import("./controls/game_page.js").GamePage} page @param {"opp" | "you"} place */
export function seatRow(page, place) {
  const { client, view } = page;
  const seat = () => (place === "you" ? client.bottom.value : other(client.bottom.value));
  const player = () => client.match.value.seats[seat()];
  const isTurn = () =>
    turnOf(client.match.value) === seat() && !client.waiting() && !client.isStatic;
  const isThinking = () => client.thinking.value?.seat === seat();
  const time = clockText(client, seat);
  const low = clockIsLow(client, seat);
  const back = computed(() => secondsToReturn(client.presence.value, seat()));
  const won = () => client.match.value.result?.winner === seat();
  const classes = () =>
    [
      "player",
      place,
      isTurn() && "to-move",
      isTurn() && low.value && "low",
      won() && "won",
      player().kind === "open" && "waiting",
    ]
      .filter(Boolean)
      .join(" ");
  return html`<section class=${classes} aria-label=${() => seatName(client, seat())}>
    ${() => stoneOf(client.match.value, seat())}
    <div class="who">
      ${name(page, seat, place)}
      <small class=${() => (isTurn() && !isThinking() ? "turn-dot" : "")}>
        ${() => (isThinking() ? dots() : null)}${() =>
          status(page, seat(), { turn: isTurn(), thinking: isThinking(), back: back.value })}
      </small>
    </div>
    ${place === "opp" ? extra(page, seat, back) : null}
    ${() => {
      const counts = view.shown.value.counts;
      return counts ? html`<span class="score">${counts[seat()]}</span>` : null;
    }}
    ${() =>
      client.clocks.value
        ? html`<span class="clock" role="timer" aria-label=${() => clockWords(client, seat())}
            >${() => time.value}</span>`
        : null}
    ${place === "opp" ? drawSays(page, seat) : null}
  </section>`;
}

function dots() {
  return html`<span class="thinking-dots"><i></i><i></i><i></i></span>`;
}

/** The stone of a seat; half black, half white until swap2 is settled. */
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

/** The player's name; a button that opens the picker if the seat may be changed. */
function name(page, seat, place) {
  const { client } = page;
  const may = computed(() => canChangeSeats(page.client));
  const text = () => seatName(client, seat());
  const side = () => sideName(client.match.value, seat());
  // Redrawn only when the permission changes, because the focus may be on it.
  return html`${() =>
    may.value
      ? html`<button
          class="name"
          type="button"
          aria-haspopup="dialog"
          aria-label=${() => t("page.seat.change", { name: text(), side: side() })}
          @click=${() => page.seats.pickOpponent(seat())}
        ><b>${text}</b>${place === "opp" ? icon("down") : null}</button>`
      : html`<b>${text}</b>`}`;
}

function status(page, seat, { turn, thinking, back }) {
  const { client, view } = page;
  const match = client.match.value;
  const side = sideName(match, seat);
  // If the name is the side already, it is not repeated.
  const named = seatName(client, seat) === side;
  const join = (words) => {
    if (named) return words;
    return words ? t("page.seat.line", { side, words }) : side;
  };
  if (client.isStatic) return match.result?.winner === seat ? join(t("page.seat.won")) : join("");
  if (match.seats[seat].kind === "open") return join(t("page.seat.free"));
  if (thinking) {
    const { depth } = client.thinking.value;
    return depth ? t("page.seat.thinking_at", { depth }) : t("page.seat.thinking");
  }
  if (back !== null && match.live) {
    // Without the side: the button that claims the win leaves no room.
    return back > 0 ? t("page.seat.away", { time: minutes(back) }) : t("page.seat.gone");
  }
  if (match.result) return join(match.result.winner === seat ? t("page.seat.won") : "");
  if (client.waiting()) return join(seat === "X" ? t("page.seat.first") : "");
  if (turn) {
    const mine = client.held.value.length === 1 && client.held.value[0] === seat;
    return join(mine ? t("page.seat.your_turn") : t("page.seat.to_move"));
  }
  return join(lastMove(match, view.shown.value.ply, seat));
}

/** The seat's last move and thinking time, such as “j10, 1.8 s”. */
function lastMove(match, ply, seat) {
  const last = match.plies.slice(0, ply).findLast((each) => each.seat === seat && !each.role);
  if (!last) return "";
  if (last.forced) return t("page.seat.passed");
  if (match.game.name === "pentomino") return t("page.seat.placed", { letter: last.move[0] });
  // At once: 0.0 s would say nothing.
  if (match.seats[seat].kind !== "machine" || last.seconds < 0.05) return last.move;
  return t("page.seat.moved", { move: last.move, seconds: last.seconds.toFixed(1) });
}

/** The CPU switch, or the button that claims the win after the opponent left. */
function extra(page, seat, back) {
  const { client } = page;
  const what = computed(() => {
    const match = client.match.value;
    const between = match.between_people && match.live && client.held.value.length === 1;
    if (between && back.value === 0) return "claim";
    const seated = canChangeSeats(page.client) && !match.result && match.seats[seat()].kind !== "open";
    return seated ? "switch" : null;
  });
  const on = () => client.match.value.seats[seat()].kind === "machine";
  return html`${() => {
    if (what.value === "claim") {
      return html`<button class="btn white compact" type="button" @click=${() => page.seats.claim()}>
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
      @click=${() => page.seats.toggleEngine()}
    ><span aria-hidden="true">${t("page.seat.cpu")}</span><i></i></button>`;
  }}`;
}

function clockWords(client, seat) {
  const clock = clockOf(client.clocks.value, seat);
  if (!clock) return "";
  const facts = { name: seatName(client, seat), time: written({ ...clock, low: false }) };
  return t(clock.timed ? "page.seat.clock.left" : "page.seat.clock.used", facts);
}

/** The title of the browser's tab. */
export function titleOf(client, game) {
  const match = client.match.value;
  if (match.result) return t("page.tab.over", { result: resultHead(match), game });
  if (client.waiting()) return t("page.tab.waiting", { game });
  if (client.myTurn.value && client.held.value.length === 1) return t("page.tab.yours", { game });
  const player = sideName(match, turnOf(match) ?? "X");
  return t("page.tab.theirs", { player, game });
}

export function resultHead(match) {
  const { winner } = match.result;
  if (!winner) return t("page.result.draw");
  return t("page.result.wins", { player: sideName(match, winner) });
}
