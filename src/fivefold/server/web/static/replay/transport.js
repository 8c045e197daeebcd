/** The controls of a replay: length, play and step, slider. */
import { effect, html } from "../dom.js";
import { icon } from "../ui/icons.js";
import { t } from "../words.js";
import { LENGTHS } from "./range.js";

const ARROWS = {
  first: "M18 5l-7 7 7 7M6 5v14",
  back: "M15 5 8 12l7 7",
  forward: "m9 5 7 7-7 7",
  last: "m6 5 7 7-7 7M18 5v14",
};
let count = 0;

/** @returns {string} such as “move 26 of 30” */
export function placeOf(replay) {
  return t("page.replay.at", { ply: replay.ply, total: replay.total });
}

/** @param {import("./replay.js").Replay} replay */
export function drawLengths(replay) {
  const name = `replay-length-${++count}`;
  return html`<fieldset class="r-segments">
    <legend class="g-unseen">${t("page.replay.length")}</legend>
    ${LENGTHS.map(
      (length) => html`<label><input type="radio" name=${name}
        .checked=${() => replay.length === length} @change=${() => replay.choose(length)}
        /><span>${length ?? t("page.replay.all")}</span></label>`,
    )}
  </fieldset>`;
}

/** @param {import("./replay.js").Replay} replay */
export function drawTransport(replay) {
  const notFirst = () => replay.ply > replay.range[0];
  const notLast = () => replay.ply < replay.range[1];
  const playing = () => replay.playing.value;
  return html`<div class="r-transport">
    ${step("first", () => replay.first(), notFirst)}
    ${step("back", () => replay.step(-1), notFirst)}
    <button class="r-play" type="button" ?disabled=${() => !replay.total}
      aria-label=${() => t(playing() ? "page.replay.pause" : "page.replay.play")}
      @click=${() => replay.toggle()}>${() => icon(playing() ? "pause" : "play")}</button>
    ${step("forward", () => replay.step(1), notLast)}
    ${step("last", () => replay.last(), notLast)}
    <button class="r-speed" type="button" @click=${() => replay.faster()}
      aria-label=${() => t("page.replay.speed", { speed: replay.speed.value })}
      >${() => `${replay.speed.value}×`}</button>
  </div>`;
}

/** A button with nothing left to do is not disabled, so that it keeps the focus. */
function step(kind, act, ready) {
  return html`<button class="r-icon" type="button" aria-label=${t(`page.replay.${kind}`)}
    aria-disabled=${() => (ready() ? null : "true")} @click=${act}>
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${ARROWS[kind]}></path></svg>
  </button>`;
}

/** @param {import("./replay.js").Replay} replay */
export function drawScrub(replay) {
  const scrub = html`<div class="r-scrub">
    <input type="range" step="1" aria-label=${t("page.replay.move")}
      min=${() => replay.range[0]} max=${() => replay.range[1]}
      aria-valuetext=${() => placeOf(replay)}
      ?disabled=${() => replay.range[0] === replay.range[1]}
      .value=${() => (void replay.range, replay.ply)}
      @input=${(event) => replay.scrub(Number(event.target.value))} />
    <p>
      <span>${() => Math.min(replay.range[0] + 1, replay.total)}</span>
      <span>${() => replay.total}</span>
    </p>
  </div>`.firstElementChild;
  effect(() => {
    const [from, to] = replay.range;
    scrub.style.setProperty("--done", String(to > from ? (replay.ply - from) / (to - from) : 0));
  });
  return scrub;
}
