/**
 * <ff-moves>: the moves in two columns, numbered as the stones are; a click opens the position.
 * Properties: plies ([{ ply, move, seat }]), ply (shown), marks ([{ ply, n }], mistakes).
 * Event: ff-goto { ply }.
 */
import { each, effect, html } from "../dom.js";
import { Panel } from "../ui/element.js";
import { t } from "../words.js";

/** Pairs of plies. If the second player starts, the first cell stays empty. */
export function rowsOf(plies) {
  /** @type {any[]} */
  const rows = [];
  for (const ply of plies) {
    const row = rows.at(-1);
    if (ply.seat === "O" && row && !row.O) row.O = ply;
    else rows.push({ n: rows.length + 1, [ply.seat]: ply });
  }
  return rows;
}

export class Moves extends Panel.with({
  plies: /** @type {Ply[]} */ ([]),
  ply: 0,
  marks: /** @type {{ ply: number, n: number }[]} */ ([]),
}) {
  draw() {
    effect(() => {
      const ply = this.ply;
      // After the effects that draw the list.
      queueMicrotask(() => this.reveal(ply));
    });
    return html`<ol class="moves" aria-label=${t("page.moves.title")}>
      ${each(
        () => rowsOf(this.plies),
        (row) => row.n,
        (row) => html`<li>${() => this.drawMove(row.value.X)}${() => this.drawMove(row.value.O)}</li>`,
      )}
    </ol>
    ${() => (this.plies.length ? null : html`<p class="g-quiet">${t("page.moves.none")}</p>`)}`;
  }

  drawMove(one) {
    if (!one) return html`<span></span>`;
    const mark = () => this.marks.find(({ ply }) => ply === one.ply);
    return html`<button type="button" data-ply=${one.ply} title=${one.move}
      aria-current=${() => (this.ply === one.ply ? "step" : null)}
      aria-label=${t("page.moves.move", { ply: one.ply, move: named(one.move) })}
      @click=${() => this.tell("ff-goto", { ply: one.ply })}
      ><small aria-hidden="true">${one.ply}</small><span>${named(one.move)}</span>${() => numbered(mark())}</button>`;
  }

  /** Scrolls the list, but not the page. */
  reveal(ply) {
    const list = this.querySelector(".moves");
    const button = list?.querySelector(`[data-ply="${ply}"]`);
    if (!list || list.scrollHeight <= list.clientHeight) return;
    const row = button?.closest("li");
    const top = row ? row.offsetTop - /** @type {HTMLElement} */ (list).offsetTop : 0;
    const [first, last] = [list.scrollTop, list.scrollTop + list.clientHeight - 40];
    if (top < first || top > last) list.scrollTop = Math.max(0, top - list.clientHeight / 2);
  }
}

const named = (move) => (move === "--" ? t("page.moves.pass") : move);

const numbered = (mark) => (mark ? html`<i class="moves-mark">${mark.n}</i>` : null);

Moves.define("ff-moves");
