/** The layers on the board, toggled by chips and keys and remembered in this browser. */
import { html, signal, svg } from "../dom.js";
import { recall, remember } from "../local_storage.js";
import { t } from "../words.js";
import { allExact, isSolved } from "./overlay/display.js";

/** In the order of the keys 1 to 4. */
export const LAYERS = ["numbers", "threats", "line", "heat"];

const kept = signal(recall("layers", {}));

/**
 * The layers shown in a game. Heat and line are on by default in Pentomino only: elsewhere the
 * line would cover the scores. The line of a proven win is worth more than they are.
 * @param {any} decision the one that is shown
 */
export function shownLayers(game, decision = null) {
  const { name } = game;
  const first = {
    numbers: true,
    threats: true,
    line: name === "pentomino" || decision?.proof?.claim === "win",
    heat: name === "pentomino",
  };
  const chosen = kept.value?.[name] ?? {};
  return Object.fromEntries(LAYERS.map((name) => [name, Boolean(chosen[name] ?? first[name])]));
}

/** @param {any} decision the one that is shown */
export function switchLayer(name, game, decision = null) {
  const chosen = { ...kept.value?.[game.name], [name]: !shownLayers(game, decision)[name] };
  const next = { ...kept.value, [game.name]: chosen };
  kept.value = next;
  remember("layers", next);
}

/** The chips a game always has; others appear when a decision fills them. */
const USUAL = {
  gomoku: ["numbers", "threats", "line", "heat"],
  othello: ["numbers", "line", "heat"],
  pentomino: ["numbers", "heat", "line"],
};

export function chipsOf(game, filled) {
  const usual = USUAL[game.name] ?? LAYERS;
  return [...usual, ...LAYERS.filter((name) => filled[name] && !usual.includes(name))];
}

/** The label of a chip, for the layer's content in this decision. */
export function chipWord(name, game, decision) {
  if (name === "numbers" && hasSigns(decision, game)) return t("page.glass.layer.verdicts");
  if (name === "numbers" && decision && allExact(decision, game)) return t("page.glass.layer.exact");
  if (name === "heat" && holds(decision, "openspace.overlay")) return t("page.glass.layer.open");
  if (name === "heat" && holds(decision, "greedy.weights")) return t("page.glass.layer.weights");
  return t(`page.glass.layer.${name}`);
}

/** Whether the layer shows signs: pentomino placements that win or lose. */
function hasSigns(decision, game) {
  return Boolean(decision) && isSolved(decision, game);
}

function holds(decision, key) {
  return decision?.overlay?.some((overlay) => overlay.label?.key === key);
}

/** The picture on a chip: the mark that its layer draws. */
export function chipPicture(name, game, decision) {
  const kind = name === "numbers" && hasSigns(decision, game) ? "verdicts" : name;
  return html`<svg viewBox="0 0 16 16" aria-hidden="true">${PICTURES[kind]()}</svg>`;
}

const PICTURES = {
  numbers: () => svg`<rect x=".7" y="3" width="14.6" height="10" rx="5" class="g-pen"></rect>
    <text x="8" y="8.4" font-size="8">38</text>`,
  verdicts: () => svg`<circle cx="4.2" cy="8" r="3.9" class="g-plus"></circle>
    <path d="M2.4 8H6M4.2 6.2v3.6" class="g-plus-sign"></path>
    <circle cx="12" cy="8" r="3.9" class="g-minus"></circle>
    <path d="M10.2 8h3.6" class="g-minus-sign"></path>`,
  threats: () => svg`<path d="M2 14 14 2" class="g-pen" stroke-width="2"
    stroke-dasharray="4 2.4" stroke-linecap="round"></path>`,
  line: () => svg`<circle cx="8" cy="8" r="6.6" class="g-pen" stroke-dasharray="2.6 1.8"></circle>
    <text x="8" y="8.4" font-size="8.5">2</text>`,
  heat: () => [
    [1, 1, 1],
    [8.5, 1, 3],
    [1, 8.5, 4],
    [8.5, 8.5, 6],
  ].map(
    ([x, y, step]) => svg`<rect x=${x} y=${y} width="6.5" height="6.5" rx="1.5"
      class=${`g-heat-${step}`}></rect>`,
  ),
};
