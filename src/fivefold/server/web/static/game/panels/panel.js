/** The panel beside or under the board: shows one thing at a time. */

import { computed, effect, html } from "../../dom.js";
import { other } from "../../notation.js";
import { invitationPanel } from "./invitation.js";
import { moveListPanel } from "./move_list.js";
import { arenaResult, resultPanel } from "./result.js";
import { swap2Panel } from "./swap2.js";

/** @param {import("../controls/game_page.js").GamePage} page */
export function panel(page) {
  const { view } = page;
  // Analysis and replay are large: their modules load when first shown.
  effect(() => {
    const shown = view.panel.value;
    if (shown === "glass") import("../../glass/glass.js");
    if (shown === "replay") import("../../replay/replay.js");
    if (shown === "moves" || view.column.value) import("../../replay/moves.js");
    if (shown === "result") {
      import("../../glass/review/graph.js");
      import("../../glass/review/report.js");
    }
  });
  return html`<div
    class=${() => `panel is-${view.panel.value ?? "closed"}`}
    ?hidden=${() => !view.panel.value}
  >
    ${() => content(page, view.panel.value)}
  </div>`;
}

/** The content by the panel's name. It is redrawn only when the name changes, to keep the focus. */
function content(page, name) {
  if (name === "glass") return glass(page);
  if (name === "moves") return moveListPanel(page);
  if (name === "replay") return replay(page);
  if (name === "opening") return swap2Panel(page);
  if (name === "result") {
    const result = computed(() => JSON.stringify(page.client.match.value.result));
    return html`${() => (result.value === "null" ? null : resultPanel(page))}`;
  }
  if (name === "invite") {
    const free = computed(() => freeSeat(page.client.match.value));
    return html`${() => (free.value ? invitationPanel(page) : null)}`;
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

function glass({ client, view, hand }) {
  const match = () => client.match.value;
  return html`<ff-glass
    .game=${() => match().game}
    .view=${() => view.shown.value}
    .match=${client.id}
    .start=${() => match().start}
    .plies=${() => match().plies}
    .swap2=${() => match().swap2 ?? null}
    .held=${() => client.held.value}
    .spoken=${() => other(client.bottom.value)}
    .piece=${() => hand.inHand.value}
    .closedReason=${() => closedReason(match())}
  ></ff-glass>`;
}

function replay(page) {
  const { client } = page;
  const match = () => client.match.value;
  return html`${client.arenaAddress ? arenaResult(page) : null}<ff-replay
    .game=${() => match().game}
    .match=${client.id}
    .views=${client.views}
    .start=${() => match().start}
    .plies=${() => match().plies}
    .reviewed=${() => !(match().between_people && match().live)}
  ></ff-replay>`;
}
