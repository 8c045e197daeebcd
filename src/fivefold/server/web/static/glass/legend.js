/** The layer chips, the legend of marked points and the scale of the heat map. */
import { computed, each, html } from "../dom.js";
import { t } from "../words.js";
import { kindsIn, layersOf, MAKES } from "./overlay/display.js";
import { heatOf } from "./overlay/heat.js";
import { chipPicture, chipsOf, chipWord, LAYERS, shownLayers } from "./layers.js";

/** @param {import("./glass.js").Glass} glass */
export function drawChips(glass) {
  const decision = computed(() => glass.current.value?.decision ?? null);
  const filled = computed(() => {
    const { game, current } = glass;
    return game ? layersOf(decision.value, current.value?.view, game) : {};
  });
  const draw = (name) => {
    const n = LAYERS.indexOf(name) + 1;
    const about = () => (filled.value[name] ? "page.glass.layer.key" : "page.glass.layer.nothing");
    return html`<button
      class=${() => (filled.value[name] ? "chip" : "chip empty")}
      type="button"
      aria-pressed=${() => String(shownLayers(glass.game, decision.value)[name])}
      title=${() => t(about(), { n })}
      @click=${() => glass.layer(n)}
    >
      ${() => chipPicture(name, glass.game, decision.value)}
      <span>${() => chipWord(name, glass.game, decision.value)}</span>
    </button>`;
  };
  return html`<div class="chips" role="group" aria-label=${t("page.glass.layers")}>
    ${each(
      () => (glass.game ? chipsOf(glass.game, filled.value) : []),
      (name) => name,
      (chip) => draw(chip.peek()),
    )}
  </div>`;
}

/** What a stone on each marked point would make. */
export function drawPoints(glass) {
  const kinds = glass.speaks ? kindsIn(glass.display()) : [];
  if (!kinds.length) return null;
  return html`<p class="g-legend">${kinds.map(
    (kind) => html`<span><b class="g-makes">${MAKES[kind]}</b>${t(`lines.kind.${kind}`)}</span>`,
  )}</p>`;
}

/** The scale of the heat map, while it is on the board. */
export function drawLegend(glass) {
  const shown = glass.speaks ? glass.current.value : null;
  if (!shown?.decision || !shown.onBoard || !shownLayers(glass.game).heat) return null;
  const heat = heatOf(shown.decision, glass.game);
  // A chosen piece shows its outcomes instead.
  if (!heat || (shown.decision.outcomes && glass.chosenPiece())) return null;
  const steps = [0, 1, 2, 3, 4, 5, 6];
  return html`<p class="g-scale" title=${heat.label}>
    <span>${heat.low}</span>
    ${steps.map((step) => html`<i class=${`g-heat-${step}`}></i>`)}
    <span>${heat.high}</span>
  </p>`;
}
