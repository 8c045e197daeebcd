/** Sheets and menus: what stands above the page for a moment, and gives the focus back. */

import { html, mount } from "../dom.js";
import { t } from "../words.js";
import { icon } from "./icons.js";
import { speakFromTop } from "./speech.js";

let count = 0;

/**
 * Opens a sheet and returns its dialog, which resolves `.closed`.
 * @param {string} title
 * @param {(close: () => void) => any} body
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
  dialog.closed = new Promise((done) => {
    dialog.addEventListener("close", () => {
      speakFromTop();
      end();
      dialog.remove();
      giveBack(from);
      done();
    });
  });
  // A press that began inside, such as a selection, must not close it.
  let outside = false;
  dialog.addEventListener("pointerdown", (event) => (outside = event.target === dialog));
  dialog.addEventListener("click", (event) => event.target === dialog && outside && close());
  document.body.append(dialog);
  dialog.showModal();
  speakFromTop();
  const first = dialog.querySelector("[autofocus]") ?? dialog.querySelector("h2");
  if (first.tagName === "H2") first.tabIndex = -1;
  first.focus();
  return dialog;
}

/** The browser gives the focus back by itself, unless what had it was drawn anew meanwhile. */
function giveBack(from) {
  if (document.activeElement && document.activeElement !== document.body) return;
  if (from?.isConnected && from !== document.body) from.focus();
  else document.querySelector("ff-board")?.focus();
}

/**
 * Opens a menu beside its button; rows are `{text, key?, picture?, why?, run}`.
 * @param {HTMLElement} anchor
 */
export function openMenu(anchor, label, rows) {
  const open = document.querySelector(".menu");
  if (open) {
    open.hidePopover();
    if (open.anchor === anchor) return;
  }
  const menu = document.createElement("div");
  menu.className = "menu";
  menu.anchor = anchor;
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
  menu.addEventListener("keydown", (event) => walk(event, menu));
  menu.addEventListener("toggle", (event) => {
    anchor.setAttribute("aria-expanded", String(event.newState === "open"));
    if (event.newState === "open") return;
    end();
    menu.remove();
  });
  (anchor.closest("nav, header") ?? document.body).append(menu);
  menu.showPopover();
  place(menu, anchor);
  menu.querySelector("button").focus();
}

function place(menu, anchor) {
  const spot = anchor.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const left = Math.min(Math.max(8, spot.right - width), innerWidth - width - 8);
  const below = spot.bottom + 6 + height <= innerHeight;
  menu.style.left = `${left}px`;
  menu.style.top = `${below ? spot.bottom + 6 : Math.max(8, spot.top - 6 - height)}px`;
}

/** Moves the focus among buttons with the arrow keys. */
function walk(event, menu) {
  const rows = [...menu.querySelectorAll("button")];
  const at = rows.indexOf(document.activeElement);
  const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (event.key === "Tab") menu.hidePopover();
  if (step === undefined) return;
  event.preventDefault();
  rows.at(step % rows.length).focus();
}
