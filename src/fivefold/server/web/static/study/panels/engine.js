/** The engine's lines: rows of equal height, so that growing depth moves nothing. */
import { html } from "../../dom.js";
import { forced, sidedText } from "../../glass/overlay/score.js";
import { shortMove } from "../../glass/short_move.js";
import { other } from "../../notation.js";
import { note } from "../../ui/announcements.js";
import { t, write } from "../../words.js";
import { MOST_LINES } from "../engine.js";

/** Moves of a line that are drawn; the row cuts off the rest. */
const MOST_MOVES = 24;

/** @param {import("../desk.js").StudyDesk} desk @param {() => void} compare */
export function enginePanel(desk, compare) {
  const { engine } = desk;
  const count = () => engine.count.value;
  const rows = () => Array.from({ length: count() }, (_, place) => place);
  return html`<section class=${() => (desk.tab.value === "engine" ? "engine" : "engine away")}
      data-tab="engine" aria-label=${t("page.study.engine")}>
    <div class="engine-head">
      <button class="switch" type="button" role="switch" aria-label=${t("page.study.engine.switch")}
        aria-checked=${() => String(engine.on.value)} @click=${() => engine.toggle()}><i></i></button>
      <h2>${t("page.study.engine")}</h2>
      <span class="cost">${() => cost(engine)}</span>
      ${() =>
        ended(engine)
          ? html`<button class="btn plain compact" type="button" @click=${() => engine.goOn()}
              >${t("page.study.engine.go_on")}</button>`
          : null}
      <span class="grow"></span>
      <span class="stepper" role="group" aria-label=${t("page.study.lines")}>
        <button type="button" aria-label=${t("page.study.lines.fewer")} ?disabled=${() => count() <= 1}
          @click=${() => engine.show(count() - 1)}>−</button>
        <output>${count}</output>
        <button type="button" aria-label=${t("page.study.lines.more")}
          ?disabled=${() => count() >= MOST_LINES} @click=${() => engine.show(count() + 1)}>+</button>
      </span>
    </div>
    ${() => trouble(engine)}
    ${() => (engine.on.value ? html`<ol class="lines">${rows().map((place) => row(desk, place))}</ol>` : null)}
    ${() => (engine.on.value ? null : html`<p class="engine-note">${t("page.study.engine.about")}</p>`)}
    <p class="narrow"><button class="btn plain compact" type="button" @click=${compare}
      >${t("page.study.compare")}</button></p>
  </section>`;
}

const ended = ({ on, found }) => on.value && found.value?.state === "done" && !found.value.proof;

function trouble({ trouble: why }) {
  return why.value ? html`<p class="g-trouble" role="alert">${write(why.value)}</p>` : null;
}

/** What the search has cost so far. */
function cost({ on, found }) {
  if (!on.value) return "";
  const { depth, nodes, state } = found.value ?? {};
  const parts = [];
  if (depth) parts.push(t("page.glass.cost.depth", { depth }));
  if (nodes) parts.push(t("page.study.positions", { nodes: short(nodes) }));
  if (!parts.length && state !== "done") parts.push(t("page.study.engine.waits"));
  return parts.join(" · ");
}

/** A large number in few characters. */
export function short(number) {
  if (number < 1_000) return String(number);
  if (number < 1_000_000) return `${Math.round(number / 1_000)} k`;
  return `${(number / 1_000_000).toFixed(1)} M`;
}

function row(desk, place) {
  const { engine, client } = desk;
  const line = () => engine.found.value?.lines[place];
  const show = (on) => (desk.lineShown.value = on && line() ? place : null);
  let byTouch = false;
  const choose = () => {
    const chosen = line();
    if (!chosen) return;
    // A finger sees the line first and adds it with a second tap.
    if (byTouch && desk.lineShown.peek() !== place) {
      show(true);
      note(t("page.study.line.again"));
      return;
    }
    desk.insert(chosen.pv.length ? chosen.pv : [chosen.move]);
  };
  return html`<li>${() =>
    line()
      ? html`<button type="button" aria-label=${() => spoken(desk, place)}
          @pointerdown=${(event) => (byTouch = event.pointerType === "touch")}
          @pointerenter=${(event) => event.pointerType === "mouse" && show(true)}
          @pointerleave=${(event) => event.pointerType === "mouse" && show(false)}
          @focus=${(event) => event.target.matches(":focus-visible") && show(true)}
          @blur=${() => show(false)} @click=${choose}
          ><span class=${() => `sv ${tone(line(), client)}`}>${() => valueOf(desk, line())}</span
          ><span class="pv">${() => drawMoves(desk, line())}</span></button>`
      : html`<p class="waits">${place ? "" : waits(engine)}</p>`}</li>`;
}

function waits({ found }) {
  return found.value?.state === "done" ? t("page.study.engine.nothing") : "";
}

/** The score with its side: “Black +72”, “White wins in 4”. */
function valueOf({ engine, client }, line) {
  const found = engine.found.value;
  if (!line || !found) return "";
  const { game } = client.study.value;
  const { proof } = found;
  const own = write(game.players[found.side]);
  const far = write(game.players[other(found.side)]);
  if (game.name === "pentomino" && proof && line === found.lines[0]) {
    return t("page.study.wins", { player: proof.claim === "win" ? own : far });
  }
  if (line.score === null || line.score === undefined) return t("page.study.no_value");
  return sidedText(line.score, { own, other: far }, game);
}

function tone(line, client) {
  const end = line && forced(line.score, client.study.peek().game);
  return end ? (end.wins ? "win" : "loss") : "";
}

function drawMoves({ node, engine }, line) {
  const found = engine.found.peek();
  if (!line || !found) return null;
  const { ply } = node.peek();
  const moves = line.pv.length ? line.pv : [line.move];
  return moves.slice(0, MOST_MOVES).map((move, i) => {
    const side = i % 2 ? other(found.side) : found.side;
    return html`<span class=${side === "X" ? "b" : "w"}><i>${ply + 1 + i}</i>${shortMove(move)}</span>`;
  });
}

function spoken(desk, place) {
  const line = desk.engine.found.value?.lines[place];
  if (!line) return "";
  const moves = (line.pv.length ? line.pv : [line.move]).slice(0, 8).map(shortMove).join(" ");
  return t("page.study.line.label", { value: valueOf(desk, line), moves });
}
