/** Dialogs and menus: shown above the page; on closing they return the focus. */

import { html, mount } from "../dom.js";
import { t } from "../words.js";
import { icon } from "./icons.js";
import { moveToTopLayer } from "./announcements.js";

let count = 0;

/**
 * Opens a modal dialog; `closed` resolves when it is closed. `close("value")` sets its returnValue.
 * @param {string} title
 * @param {(close: (value?: any) => void) => any} body
 * @param {string} className
 */
export function openSheet(title, body, className = "") {
  const name = `sheet-${++count}`;
  const from = document.activeElement;
  const dialog = document.createElement("dialog");
  dialog.className = `sheet ${className}`;
  dialog.setAttribute("aria-labelledby", name);
  const close = (value) => dialog.close(typeof value === "string" ? value : "");
  const end = mount(
    dialog,
    () => html`<div class="sheet-inside">
      <div class="sheet-head">
        <h2 id=${name}>${title}</h2>
        <button class="icon-btn" type="button" aria-label=${t("page.close")} @click=${close}>
          ${icon("close")}
        </button>
      </div>
      ${body(close)}
    </div>`,
  );
  /** @type {Promise<void>} */
  const closed = new Promise((done) => {
    dialog.addEventListener("close", () => {
      moveToTopLayer();
      end();
      dialog.remove();
      restoreFocus(from);
      done();
    });
  });
  // A press that starts inside, such as selecting text, does not close it.
  let outside = false;
  dialog.addEventListener("pointerdown", (event) => (outside = event.target === dialog));
  dialog.addEventListener("click", (event) => event.target === dialog && outside && close());
  document.body.append(dialog);
  dialog.showModal();
  moveToTopLayer();
  const first = /** @type {HTMLElement} */ (
    dialog.querySelector("[autofocus]") ?? dialog.querySelector("h2")
  );
  if (first.tagName === "H2") first.tabIndex = -1;
  first.focus();
  return { sheet: dialog, closed };
}

/** The browser restores the focus by itself unless that element was redrawn meanwhile. */
function restoreFocus(from) {
  if (document.activeElement && document.activeElement !== document.body) return;
  if (from?.isConnected && from !== document.body) from.focus();
  else document.querySelector("ff-board")?.focus();
}

/** The buttons of open menus. @type {WeakMap<Element, HTMLElement>} */
const anchors = new WeakMap();

/**
 * Opens a menu beside its button, or closes the one that is open there.
 * @param {HTMLElement} anchor
 * @param {string} label
 * @param {{ text: string, key?: string, picture?: string, run: (anchor: HTMLElement) => any }[]} rows
 */
export function openMenu(anchor, label, rows) {
  const open = /** @type {HTMLElement | null} */ (document.querySelector(".menu"));
  if (open) {
    open.hidePopover();
    if (anchors.get(open) === anchor) return;
  }
  const menu = document.createElement("div");
  menu.className = "menu";
  anchors.set(menu, anchor);
  menu.popover = "auto";
  menu.setAttribute("role", "menu");
  menu.setAttribute("aria-label", label);
  const choose = (row) => {
    menu.hidePopover();
    anchor.focus();
    row.run(anchor);
  };
  const end = mount(menu, () =>
    rows.map(
      (row) => html`<button role="menuitem" type="button" tabindex="-1" @click=${() => choose(row)}
        >${row.picture ? icon(row.picture) : null}<span>${row.text}</span>${
          row.key ? html`<kbd>${row.key}</kbd>` : null
        }</button>`,
    ),
  );
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Tab") menu.hidePopover();
    walk(event, menu);
  });
  menu.addEventListener("toggle", (event) => {
    anchor.setAttribute("aria-expanded", String(event.newState === "open"));
    if (event.newState === "open") return;
    end();
    menu.remove();
  });
  (anchor.closest("nav, header") ?? document.body).append(menu);
  menu.showPopover();
  place(menu, anchor);
  menu.querySelector("button")?.focus();
}

/** Places a menu under its button, or above it where the window ends. */
export function place(menu, anchor) {
  const spot = anchor.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const left = Math.min(Math.max(8, spot.right - width), innerWidth - width - 8);
  const below = spot.bottom + 6 + height <= innerHeight - 8;
  menu.style.left = `${left}px`;
  menu.style.top = `${below ? spot.bottom + 6 : Math.max(8, spot.top - 6 - height)}px`;
}

/** Moves the focus between a menu's buttons with the arrow keys, Home and End. */
export function walk(event, menu) {
  const rows = [...menu.querySelectorAll("button")];
  const at = rows.indexOf(document.activeElement);
  const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  rows.at(step % rows.length).focus();
}
