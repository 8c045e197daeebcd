/** The form that asks another strategy about the position. */
import { html, signal } from "../dom.js";
import { recall, remember } from "../local_storage.js";
import { strategiesFor } from "../player_names.js";
import { t, write } from "../words.js";

const GOOD = "level(4)";
const GROUPS = ["level", "study", "engine", "other", "own", "program"];

/**
 * @param {{ game: () => any, why: () => string | null, ask: (strategy: string) => void }} to
 *   `why` returns the reason why nothing can be asked now, or null
 */
export function drawAskForm(to) {
  const open = signal(false);
  const list = signal(/** @type {any[]} */ ([]));
  const chosen = signal("");
  const trouble = signal(null);

  async function toggle({ currentTarget: button }) {
    open.value = !open.value;
    if (!open.value) return;
    trouble.value = null;
    try {
      const known = await strategiesFor(to.game().name);
      list.value = known.filter((entry) => entry.available);
    } catch (error) {
      trouble.value = error;
      return;
    }
    const last = recall("asked", {})[to.game().name] ?? GOOD;
    const found = list.value.find((entry) => entry.text === last) ?? list.value[0];
    chosen.value = found?.text ?? "";
    // The panel often scrolls: the form must not open below its edge.
    button.nextElementSibling?.scrollIntoView({ block: "nearest" });
  }

  function submit(event) {
    event.preventDefault();
    if (!chosen.value || to.why()) return;
    remember("asked", { ...recall("asked", {}), [to.game().name]: chosen.value });
    const head = event.currentTarget.closest("ff-glass")?.querySelector(".glass-head");
    open.value = false;
    to.ask(chosen.value);
    // The answer appears at the top of the panel, which is scrolled down to the form.
    head?.scrollIntoView({ block: "nearest" });
  }

  const about = () => list.value.find((entry) => entry.text === chosen.value)?.about;
  return html`<div class="asking">
    <button class="g-link" type="button" aria-expanded=${() => String(open.value)} @click=${toggle}
      >${t("page.glass.ask")}</button>
    ${() =>
      open.value
        ? html`<form class="asking-form" @submit=${submit}>
            ${() => drawTrouble(trouble.value)}
            <div class="asking-row">
              <select aria-label=${t("page.glass.ask.who")}
                @change=${(event) => (chosen.value = event.target.value)}>
                ${() => GROUPS.map((group) => options(group, list.value, chosen.peek()))}
              </select>
              <button class="g-button" type="submit"
                ?disabled=${() => !chosen.value || Boolean(to.why())}
                >${t("page.glass.ask.send")}</button>
            </div>
            <p class="g-quiet">${() => to.why() ?? write(about())}</p>
          </form>`
        : null}
  </div>`;
}

function drawTrouble(trouble) {
  return trouble ? html`<p class="g-trouble">${write(trouble.words)}</p>` : null;
}

function options(group, list, chosen) {
  const found = list.filter((entry) => entry.group === group);
  if (!found.length) return null;
  return html`<optgroup label=${t(`page.glass.group.${group}`)}>
    ${found.map(
      (entry) => html`<option value=${entry.text} ?selected=${entry.text === chosen}
        >${write(entry.title)}</option>`,
    )}
  </optgroup>`;
}
