/** The sheet that says what the keys do. */

import { html } from "../dom.js";
import { t } from "../words.js";
import { openSheet } from "./sheet.js";

const KEYS = [
  [["page.keys.arrows"], "page.keys.move"],
  [["page.keys.enter"], "page.keys.place"],
  [["g"], "page.keys.thinking"],
  [["1–4"], "page.keys.layers"],
  [["h"], "page.action.hint"],
  [["w"], "page.keys.wins"],
  [["u"], "page.action.undo"],
  [["c"], "page.keys.computer"],
  [["r", "m"], "page.keys.turn"],
  [["[", "]"], "page.keys.step"],
  [["page.keys.space"], "page.keys.play"],
  [["l"], "page.action.moves"],
  [["n"], "page.action.new"],
  [["e"], "page.action.export"],
  [["s"], "page.action.share"],
  [["x"], "page.action.swap"],
  [["/"], "page.action.find"],
  [["."], "page.action.more"],
  [["page.keys.escape"], "page.keys.close"],
  [["?"], "page.keys.sheet"],
];

export function openKeyboard() {
  const name = (key) => (key.startsWith("page.") ? t(key) : key.toUpperCase());
  openSheet(t("page.action.keyboard"), () => html`<dl class="keys">
    ${KEYS.map(
      ([keys, words]) => html`<div>
        <dt>${keys.map((key) => html`<kbd>${name(key)}</kbd> `)}</dt>
        <dd>${t(words)}</dd>
      </div>`,
    )}
  </dl>
  <p class="small">${t("page.keys.off")}</p>`);
}
