/**
 * <ff-moves>: the moves in two columns, a pair a row; a click goes there.
 * Properties: plies ([{ ply, move, seat }]), ply (shown), marks ([{ ply, n }], mistakes).
 * Event: ff-goto { ply }.
 */
import { each, effect, html } from "../dom.js";
import { Panel } from "../glass/element.js";
import { t } from "../words.js";

/** Pairs of plies; a game that begins with the second player leaves the first place free. */
export function rowsOf(plies) {
  const rows = [];
  for (const each of plies) {
    const row = rows.at(-1);
    if (each.seat === "O" && row && !row.O) row.O = each;
    else rows.push({ n: rows.length + 1, [each.seat]: each });
  }
  return rows;
}

export class Moves extends Panel {
  static properties = { plies: [], ply: 0, marks: [] };

  draw() {
    effect(() => {
      const ply = this.ply;
      // The list is drawn by its own effects first.
      queueMicrotask(() => this.reveal(ply));
    });
    return html`<ol class="moves" aria-label=${t("page.moves.title")}>
      ${each(
        () => rowsOf(this.plies),
        (row) => row.n,
        (row) => html`<li><span class="moves-n" aria-hidden="true">${row.peek().n}</span>
          ${() => this.drawMove(row.value.X)}${() => this.drawMove(row.value.O)}</li>`,
      )}
    </ol>
    ${() => (this.plies.length ? null : html`<p class="g-quiet">${t("page.moves.none")}</p>`)}`;
  }

  drawMove(one) {
    if (!one) return html`<span></span>`;
    const mark = () => this.marks.find((each) => each.ply === one.ply);
    return html`<button type="button" data-ply=${one.ply} title=${one.move}
      aria-current=${() => (this.ply === one.ply ? "step" : null)}
      aria-label=${t("page.moves.move", { ply: one.ply, move: named(one.move) })}
      @click=${() => this.tell("ff-goto", { ply: one.ply })}
      ><span>${named(one.move)}</span>${() => numbered(mark())}</button>`;
  }

  /** Scrolls only the list itself, so that the page stays where it is. */
  reveal(ply) {
    const list = this.querySelector(".moves");
    const button = list?.querySelector(`[data-ply="${ply}"]`);
    if (!list || list.scrollHeight <= list.clientHeight) return;
    const top = button ? button.closest("li").offsetTop - list.offsetTop : 0;
    const [first, last] = [list.scrollTop, list.scrollTop + list.clientHeight - 40];
    if (top < first || top > last) list.scrollTop = Math.max(0, top - list.clientHeight / 2);
  }
}

const named = (move) => (move === "--" ? t("page.moves.pass") : move);

const numbered = (mark) => (mark ? html`<i class="moves-mark">${mark.n}</i>` : null);

Moves.define("ff-moves");
