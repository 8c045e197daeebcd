/** The controls that sheets are made of. */

import { html } from "../dom.js";

let count = 0;

/**
 * A row of choices of which one holds, drawn as segments: real radio buttons.
 * @param {string} label
 * @param {{ value: any, text?: string, picture?: any }[]} choices
 */
export function segments(label, choices, get, set, { hideLabel = false } = {}) {
  const name = `choice-${++count}`;
  return html`<fieldset class="field">
    <legend class=${hideLabel ? "visually" : "label"}>${label}</legend>
    <div class="segments">
      ${choices.map(
        ({ value, text, picture }) => html`<label>
          <input
            type="radio"
            name=${name}
            .checked=${() => get() === value}
            @change=${() => set(value)}
          /><span>${picture ?? null}${text}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}

/** A switch with its words at the left. */
export function toggle(label, about, get, set) {
  const name = `choice-${++count}`;
  return html`<div class="field toggle">
    <span id=${name}>${label}${about ? html`<small>${about}</small>` : null}</span>
    <button
      class="switch"
      type="button"
      role="switch"
      aria-labelledby=${name}
      aria-checked=${() => String(Boolean(get()))}
      @click=${() => set(!get())}
    ><i></i></button>
  </div>`;
}

/** One line of text or a number. */
export function field(label, kind, get, set, options = {}) {
  const name = `choice-${++count}`;
  const { minimum, maximum, step, hint, size, longest } = options;
  return html`<div class="field line">
    <label class="label" for=${name}>${label}</label>
    <input
      id=${name}
      type=${kind}
      min=${minimum}
      max=${maximum}
      step=${step}
      size=${size}
      maxlength=${longest}
      placeholder=${hint}
      autocomplete="off"
      .value=${() => get() ?? ""}
      @input=${(event) => set(event.target.value)}
    />
  </div>`;
}
