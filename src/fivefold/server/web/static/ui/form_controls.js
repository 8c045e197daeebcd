/** Form controls of the dialogs. */

import { html } from "../dom.js";
import { t } from "../words.js";
import { note } from "./announcements.js";
import { icon } from "./icons.js";

let count = 0;

/**
 * Radio buttons drawn as a segmented control.
 * @param {string} label
 * @param {{ value: any, text?: string, picture?: any }[]} choices
 * @param {() => any} get
 * @param {(value: any) => void} set
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

/** A switch with its label on the left. */
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

/**
 * A text or number input.
 * @param {{ minimum?: number, maximum?: number, step?: number | string, hint?: string,
 *   size?: number, longest?: number }} options
 */
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

/** A link with the button that copies it, black if it is the first of its dialog. */
export function copyRow(link, label, { first = true } = {}) {
  const copy = async (event) => {
    const box = event.currentTarget.parentElement.querySelector("input");
    try {
      await navigator.clipboard.writeText(link);
      note(t("page.share.copied"));
    } catch {
      box.select();
      note(t("page.share.copy_by_hand"), "copy");
    }
  };
  return html`<div class="copy">
    <input
      type="text"
      readonly
      .value=${link}
      aria-label=${label}
      @focus=${(event) => event.target.select()}
    />
    <button class=${first ? "btn black" : "btn white"} type="button" @click=${copy}>
      ${icon("copy")}${t("page.share.copy")}</button>
  </div>`;
}
