/** The panel beside or under the board: one thing at a time. */

import { computed, effect, html } from "../dom.js";
import { endedPanel, invitePanel, movesPanel, resultPanel } from "./panels.js";
import { openingPanel } from "./swap2.js";

/** @param {import("./desk.js").Desk} desk */
export function panel(desk) {
  const { table, view } = desk;
  // The parts for looking into and back are many; they come when they are first wanted.
  effect(() => {
    const wanted = view.panel.value;
    if (wanted === "glass") import("../glass/glass.js");
    if (wanted === "replay") import("../replay/replay.js");
    if (wanted === "moves" || view.column.value) import("../replay/moves.js");
    if (wanted === "result") {
      import("../glass/graph.js");
      import("../glass/turns.js");
    }
  });
  return html`<div
    class=${() => `panel is-${view.panel.value ?? "closed"}`}
    ?hidden=${() => !view.panel.value}
  >
    ${() => content(desk, view.panel.value)}
  </div>`;
}

/** What stands there. It is drawn anew only for another name, so that the focus stays in it. */
function content(desk, name) {
  if (name === "glass") return glass(desk);
  if (name === "moves") return movesPanel(desk);
  if (name === "replay") return replay(desk);
  if (name === "opening") return openingPanel(desk);
  if (name === "result") {
    const result = computed(() => JSON.stringify(desk.table.match.value.result));
    return html`${() => (result.value === "null" ? null : resultPanel(desk))}`;
  }
  if (name === "invite") {
    const free = computed(() => freeSeat(desk.table.match.value));
    return html`${() => (free.value ? invitePanel(desk) : null)}`;
  }
  return null;
}

function freeSeat({ seats }) {
  return Object.keys(seats).find((seat) => seats[seat].kind === "open") ?? null;
}

const CLOSED = { key: "page.glass.closed", facts: {}, text: "" };

function closedReason(match) {
  return match.between_people && match.live ? CLOSED : null;
}

function glass(desk) {
  const { table, view, hand } = desk;
  const match = () => table.match.value;
  return html`<ff-glass
    .game=${() => match().game}
    .view=${() => view.shown.value}
    .match=${table.id}
    .start=${() => match().start}
    .plies=${() => match().plies}
    .swap2=${() => match().swap2 ?? null}
    .held=${() => table.held.value}
    .piece=${() => hand.inHand.value}
    .closedReason=${() => closedReason(match())}
  ></ff-glass>`;
}

function replay(desk) {
  const { table } = desk;
  const match = () => table.match.value;
  return html`${table.arena ? endedPanel(desk) : null}<ff-replay
    .game=${() => match().game}
    .match=${table.id}
    .views=${table.story ?? null}
    .start=${() => match().start}
    .plies=${() => match().plies}
    .judged=${() => !(match().between_people && match().live)}
  ></ff-replay>`;
}
