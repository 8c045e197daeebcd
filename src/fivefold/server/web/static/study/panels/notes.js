/** What is written at the move on the board: glyphs, marks on cells, a comment. */
import { effect, html, svg } from "../../dom.js";
import { t } from "../../words.js";
import { GLYPHS, TOOLS, glyphName } from "../desk.js";

/** Milliseconds without a key after which a comment is saved. */
const SAVE_AFTER = 700;
const LONGEST = 10_000;
const PATHS = {
  triangle: "M12 5 4.5 18.5h15z",
  square: "M5.5 5.5h13v13h-13z",
  circle: "M5 12a7 7 0 1 0 14 0a7 7 0 1 0-14 0",
  cross: "M6 6l12 12M18 6 6 18",
  arrow: "M5 19 18.5 5.5M9.5 5.5h9v9",
};

/** @param {import("../desk.js").StudyDesk} desk */
export function notesPanel(desk) {
  const { client } = desk;
  const readOnly = () => !client.canEdit.value;
  return html`<section class=${() => (desk.tab.value === "notes" ? "compose" : "compose away")}
      data-tab="notes" aria-label=${t("page.study.notes")}>
    <div class="glyphs" role="group" aria-label=${t("page.study.glyphs")}>
      <span class="about">${() => desk.title()}</span>
      ${Object.keys(GLYPHS).map(
        (glyph) => html`<button type="button" aria-label=${glyphName(glyph)}
          title=${glyphName(glyph)}
          aria-pressed=${() => String(Boolean(desk.node.value.glyphs?.includes(glyph)))}
          @click=${() => desk.glyph(glyph)}>${glyph}</button>`,
      )}
    </div>
    <div class="glyphs" role="group" aria-label=${t("page.study.marks")}>
      ${TOOLS.map(
        (tool) => html`<button type="button" aria-label=${t(`page.study.tool.${tool}`)}
          title=${t(`page.study.tool.${tool}`)}
          aria-pressed=${() => String(desk.tool.value === tool)}
          @click=${() => desk.mayEdit() && desk.take(tool)}
          >${tool === "letter" ? "A" : picture(tool)}</button>`,
      )}
      ${() => (desk.tool.value ? html`<span class="hint">${t("page.study.marks.about")}</span>` : null)}
    </div>
    ${comment(desk, readOnly)}
  </section>`;
}

function picture(tool) {
  return html`<svg viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${PATHS[tool]}></path>`}</svg>`;
}

/** The comment, saved after a pause and when the field or the move is left. */
function comment(desk, readOnly) {
  const { client } = desk;
  let timer = 0;
  let node = desk.current.peek();
  /** @type {any} */
  const field = html`<textarea maxlength=${LONGEST} aria-label=${t("page.study.comment")}
    placeholder=${t("page.study.comment")} .readOnly=${readOnly}
    @input=${() => {
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_AFTER);
    }}
    @blur=${() => save()}></textarea>`.firstElementChild;
  function save() {
    clearTimeout(timer);
    const now = client.tree.node(node);
    if (!now || readOnly() || (now.comment ?? "") === field.value) return;
    desk.edit({ op: "annotate", node, notes: { comment: field.value } });
  }
  effect(() => {
    const next = desk.node.value;
    if (next.id !== node) {
      save();
      node = next.id;
      field.value = next.comment ?? "";
    } else if (document.activeElement !== field) {
      field.value = next.comment ?? "";
    }
  });
  return field;
}
