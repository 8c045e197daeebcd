/** The dialog that finds an action by part of its name. */

import { computed, each, html, signal } from "../../dom.js";
import { t } from "../../words.js";
import { icon } from "../../ui/icons.js";
import { openSheet } from "../../ui/dialogs.js";

/** @param {import("../controls/game_page.js").GamePage} page */
export function openActionSearch(page) {
  const wanted = signal("");
  const at = signal(0);
  const named = page.actions
    .filter((action) => action.id !== "find" && action.id !== "more" && action.can())
    .map((action) => ({ ...action, name: action.text() }));
  const found = computed(() => {
    const text = wanted.value.trim().toLocaleLowerCase();
    const place = (action) => action.name.toLocaleLowerCase().indexOf(text);
    return named.filter((action) => place(action) >= 0).sort((a, b) => place(a) - place(b));
  });
  openSheet(
    t("page.action.find"),
    (close) => {
      const run = (action) => {
        close();
        if (action) action.run(document.querySelector('[data-action="more"]'));
      };
      const key = (event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        const count = found.peek().length;
        if (step && count) at.value = (at.peek() + step + count) % count;
        else if (event.key === "Enter") run(found.peek()[at.peek()]);
        else return;
        event.preventDefault();
      };
      const id = (action) => `found-${action.id}`;
      const active = () => found.value[at.value];
      return html`<div class="find">
        <div class="find-field">${icon("find")}<input
          type="text"
          role="combobox"
          autofocus
          autocomplete="off"
          aria-label=${t("page.find.label")}
          aria-expanded="true"
          aria-controls="found"
          aria-activedescendant=${() => (active() ? id(active()) : null)}
          @keydown=${key}
          @input=${(event) => {
            at.value = 0;
            wanted.value = event.target.value;
          }}
        /></div>
        <ul id="found" role="listbox" aria-label=${t("page.find.found")}>
          ${each(
            () => found.value,
            (action) => action.id,
            (one) => {
              const action = one.peek();
              return html`<li
                id=${id(action)}
                role="option"
                aria-selected=${() => String(active()?.id === action.id)}
                @click=${() => run(action)}
              >${icon(action.icon)}<span>${action.name}</span>${
                action.key ? html`<kbd>${action.key.toUpperCase()}</kbd>` : null
              }</li>`;
            },
          )}
        </ul>
        ${() => (found.value.length ? null : html`<p class="quiet">${t("page.find.none")}</p>`)}
      </div>`;
    },
    "narrow",
  );
}
