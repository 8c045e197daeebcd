/** Opinions side by side, a column each; the board shows one at a time. */
import { each, effect, html } from "../dom.js";
import { icon } from "../ui/icons.js";
import { machineName } from "../player_names.js";
import { t, write } from "../words.js";
import { sidedText } from "./overlay/score.js";
import { placeOf, sidesOf } from "./overlay/sides.js";
import { shortMove } from "./short_move.js";
import { show } from "./whose.js";

export function drawColumns(glass) {
  const asked = (column) => column.id !== "own" && !column.quick;
  // The switch is enough for the two opinions that come by themselves.
  const shown = () => {
    const columns = glass.shownColumns.value;
    return columns.length > 1 && columns.some(asked) ? columns : [];
  };
  const on = (column) => glass.current.value?.id === column.value.id;
  effect(() => {
    // The list scrolls; the opinion on the board stays in view.
    if (!shown().length || !glass.current.value) return;
    requestAnimationFrame(() => {
      const column = glass.querySelector(".column.on");
      const list = column?.parentElement;
      if (!list) return;
      const right = column.offsetLeft + column.offsetWidth - list.offsetLeft;
      const left = column.offsetLeft - list.offsetLeft;
      list.scrollLeft = Math.min(Math.max(list.scrollLeft, right - list.clientWidth), left);
    });
  });
  return html`<ul class="columns" aria-label=${t("page.glass.opinions")}
    ?hidden=${() => !shown().length}>
    ${each(
      shown,
      (column) => column.id,
      (column) => html`<li class=${() => (on(column) ? "column on" : "column")}>
        <button class="column-pick" type="button" aria-pressed=${() => String(on(column))}
          @click=${() => show(glass, column.peek().id)}>
          <span class="column-who">${() => machineName(column.value.strategy)}</span>
          ${() => drawAnswer(column.value, glass)}
        </button>
        ${column.peek().id === "own" ? null : drop(column.peek(), glass)}
      </li>`,
    )}
  </ul>`;
}

function drawAnswer({ state, decision, ply, hint, view }, { game }) {
  if (state === "thinking") return dots();
  if (state === "failed") return html`<b>–</b>`;
  const sides = sidesOf(decision, view, game);
  const score = sidedText(decision.score, sides, game, placeOf(decision, 1, game));
  const words = ply ? t("page.glass.column.played") : hint ? t("page.glass.column.hint") : score;
  return html`<b>${decision.move ? shortMove(decision.move) : "–"}</b><small>${words}</small>`;
}

function drop(column, glass) {
  const name = machineName(column.strategy);
  return html`<button class="column-drop" type="button"
    aria-label=${t("page.glass.column.drop", { name })}
    @click=${() => glass.opinions.drop(column.id)}>${icon("close")}</button>`;
}

export const dots = () => html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>`;

/** The opinion's state while it is thinking, or why it failed. */
export function drawState(opinion, glass) {
  const name = machineName(opinion.strategy);
  if (opinion.state === "failed") {
    return html`<p class="g-trouble" role="alert">${write(opinion.trouble.words)}
      <button class="g-link" type="button" @click=${() => glass.ask(opinion.strategy, opinion.hint)}
        >${t("page.glass.again")}</button></p>`;
  }
  return html`<p class="g-thinking" role="status">${dots()}
    <span>${t("page.glass.thinking", { name })}</span>
    ${
      opinion.slow
        ? html`<button class="g-link" type="button" @click=${() => glass.opinions.drop(opinion.id)}
            >${t("page.glass.cancel")}</button>`
        : null
    }</p>`;
}
