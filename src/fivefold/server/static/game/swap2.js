/**
 * An opening by swap2: who is asked for what, and the panel that asks. Until the colours are
 * settled seat X is the opener's and seat O the responder's, and stones of both colours are put.
 */

import { computed, effect, html, signal } from "../dom.js";
import { t, write } from "../words.js";
import { other } from "./notation.js";
import { stone } from "./seats.js";
import { seatName } from "./who.js";

const COLOURS = { black: "X", white: "O" };

/** The seat whose turn it is, null when the game is over. */
export function turnOf({ view }) {
  return view.swap2?.seat ?? view.to_move;
}

/** Whether the colours are still to be settled, also in a game that ended before they were. */
export function isUnsettled(match) {
  return Boolean(match?.view.swap2);
}

/** What was agreed after a choice. */
export function agreedAfter(swap2, event) {
  const choices = [...swap2.choices, event];
  const taken = COLOURS[event.choice];
  if (!taken) return { ...swap2, choices };
  return { choices, opener: event.seat === "X" ? taken : other(taken) };
}

/** What is still agreed when choices were taken back. */
export function agreedBefore(swap2, count) {
  if (!swap2 || count === swap2.choices.length) return swap2;
  return { choices: swap2.choices.slice(0, count), opener: null };
}

/** Whether whoever sits here is to choose, and may choose that. */
export function mayChoose(table, choice) {
  return table.myTurn.value && Boolean(table.match.value.view.swap2?.may.includes(choice));
}

/** Whether the seat is played from here alone: then it is called you. */
function isMine(table, seat) {
  return table.held.value.length === 1 && table.held.value[0] === seat;
}

/** What is asked of whom, as a sentence. */
export function openingWords(table) {
  const match = table.match.value;
  const { seat, stones, may } = match.view.swap2;
  if (!seat) return "";
  const mine = isMine(table, seat);
  const player = playerName(table, seat, seat);
  if (may.length) {
    const both = may.includes("two");
    if (mine) return t(both ? "page.swap2.choose.yours" : "page.swap2.side.yours");
    return t(both ? "page.swap2.choose" : "page.swap2.side", { player });
  }
  const names = [match.view.to_move, other(match.view.to_move)];
  const colours = Array.from({ length: stones }, (_, at) => colourName(match, names[at % 2]));
  const facts = { count: stones, colours, player };
  return t(mine ? "page.swap2.put.yours" : "page.swap2.put", facts);
}

/** Who it is; to onlookers two guests are the first and the second, by the seat they opened in. */
function playerName(table, seat, opened) {
  const sits = table.match.value.seats[seat];
  const nameless = sits.kind === "person" && !sits.name && !table.held.value.length;
  return nameless ? t(opened === "X" ? "seat.first" : "seat.second") : seatName(table, seat);
}

/** What somebody chose, as a sentence; that one puts two more stones is asked at once. */
export function choiceWords(table, { seat, choice }) {
  const match = table.match.value;
  if (choice === "two") return "";
  const now = COLOURS[choice];
  const mine = isMine(table, now);
  const player = playerName(table, now, seat);
  const yours = (seat) => t("page.swap2.took.yours", { side: colourName(match, seat) });
  if (mine) return yours(now);
  const took = t("page.swap2.took", { player, side: colourName(match, now) });
  return isMine(table, other(now)) ? `${took} ${yours(other(now))}` : took;
}

/** Black or White, whoever has it. */
export function colourName(match, colour) {
  return write(match.game.players[colour]);
}

/** @param {import("./desk.js").Desk} desk */
export function openingPanel(desk) {
  const { table } = desk;
  const match = () => table.match.value;
  const busy = signal(false);
  const choose = async (choice) => {
    if (busy.peek()) return;
    busy.value = true;
    await desk.choose(choice);
    busy.value = false;
  };
  const button = (choice, look) => html`<button
    class=${`btn ${look}`}
    type="button"
    data-choice=${choice}
    ?disabled=${() => busy.value}
    @click=${() => choose(choice)}
  >${COLOURS[choice] ? stone("gomoku", COLOURS[choice], true) : null}${t(
    `page.action.take_${choice}`,
  )}</button>`;
  // On a small phone the choices may lie under the edge; elsewhere nothing moves.
  const asks = computed(() => mayChoose(table, "black"));
  effect(() => {
    if (!asks.value) return;
    requestAnimationFrame(() =>
      document.querySelector(".opening .choices")?.scrollIntoView({ block: "nearest" }),
    );
  });
  return html`<section class="opening" aria-label=${t("page.swap2.head")}>
    <h2>${t("page.swap2.head")}</h2>
    <p class="asks">${() => (isUnsettled(match()) ? openingWords(table) : "")}</p>
    ${() =>
      asks.value
        ? html`<div class="row wrap choices" role="group" aria-label=${t("page.swap2.choices")}>
            ${button("black", "white")}${button("white", "white")}
            ${mayChoose(table, "two") ? button("two", "plain") : null}
          </div>
          <p class="small">${t("page.swap2.stone")}</p>`
        : html`<p class="small">${t("page.swap2.about")}</p>`}
  </section>`;
}
