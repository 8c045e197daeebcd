/** The default labels of the cells for screen readers. */

import { t } from "../words.js";

/** Returns a function from a cell to its label, such as “h8, empty, candidate, score 38”. */
export function describer({ view, game, numbers }, { cells, labels, legal }) {
  const last = new Set(cells.indexes(view?.last));
  const line = new Set(cells.indexes(view?.line));
  const forbidden = new Set(cells.indexes(view?.forbidden));
  return (index) => {
    const parts = [cells.name(index), t(...contentOf(view?.cells[index] ?? ".", game.name))];
    if (last.has(index)) parts.push(t("page.board.last"));
    const number = numbers?.get(index) ?? numbers?.get(cells.name(index));
    if (number !== undefined) parts.push(t("page.board.number", { n: number }));
    if (legal.has(index)) parts.push(t("page.board.legal"));
    if (forbidden.has(index)) parts.push(t("page.board.forbidden"));
    if (line.has(index)) parts.push(t("page.board.line"));
    for (const words of labels.get(index) ?? []) {
      parts.push(Array.isArray(words) ? t(...words) : words);
    }
    return parts.join(", ");
  };
}

function contentOf(mark, game) {
  if (mark === ".") return ["page.board.empty"];
  if (game === "pentomino") return ["page.board.piece", { letter: mark }];
  return [mark === "X" ? "page.board.black" : "page.board.white"];
}
