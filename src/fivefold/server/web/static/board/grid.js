/** The board for keyboards and screen readers: an ARIA grid over the drawing, with one tab stop. */

const html = (role, classes) => {
  const node = document.createElement("div");
  node.setAttribute("role", role);
  node.className = classes;
  return node;
};

export class Grid {
  /**
   * @param {{
   *   canPlay: () => boolean,
   *   aimed: () => boolean,
   *   point: (index: number) => void,
   *   play: (index: number) => void,
   *   escape: () => void,
   * }} board the actions behind the keys; escape cancels the aim
   */
  constructor(cells, board) {
    this.cells = cells;
    this.board = board;
    this.element = html("grid", "ff-grid");
    this.labels = new Array(cells.count).fill("");
    this.nodes = [];
    for (let row = 0; row < cells.rows; row += 1) {
      const line = html("row", "ff-row");
      for (let column = 0; column < cells.columns; column += 1) {
        const node = html("gridcell", "ff-cell");
        node.tabIndex = -1;
        node.dataset.cell = String(this.nodes.length);
        this.nodes.push(node);
        line.append(node);
      }
      this.element.append(line);
    }
    this.here = 0;
    this.roveTo(cells.row(Math.floor(cells.count / 2)) * cells.columns + (cells.columns >> 1));
    this.element.addEventListener("focusin", (event) => this.#arrived(event));
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Aligns the grid with the cells of the drawing. */
  cover({ origin, width, height }, cell) {
    const part = (length, whole) => `${(100 * length) / whole}%`;
    const { style } = this.element;
    style.left = part(origin, width);
    style.top = part(origin, height);
    style.width = part(cell * this.cells.columns, width);
    style.height = part(cell * this.cells.rows, height);
  }

  label(index, words) {
    if (this.labels[index] === words) return;
    this.labels[index] = words;
    this.nodes[index].setAttribute("aria-label", words);
  }

  roveTo(index) {
    this.nodes[this.here].tabIndex = -1;
    this.nodes[index].tabIndex = 0;
    this.here = index;
  }

  focus(index = this.here) {
    this.roveTo(index);
    this.nodes[index].focus();
  }

  /** Returns the cell of a node inside the grid, or -1. */
  indexOf(node) {
    const cell = node.closest?.(".ff-cell");
    return cell && this.element.contains(cell) ? Number(cell.dataset.cell) : -1;
  }

  /** The cell a key moves to, or null for other keys. */
  #target(event) {
    if (event.altKey || event.metaKey || event.shiftKey) return null;
    const { rows, columns, count } = this.cells;
    const [row, column] = [this.cells.row(this.here), this.cells.column(this.here)];
    const at = (r, c) =>
      Math.min(rows - 1, Math.max(0, r)) * columns + Math.min(columns - 1, Math.max(0, c));
    if (event.ctrlKey) {
      if (event.key === "Home") return 0;
      return event.key === "End" ? count - 1 : null;
    }
    switch (event.key) {
      case "ArrowLeft":
        return at(row, column - 1);
      case "ArrowRight":
        return at(row, column + 1);
      case "ArrowUp":
        return at(row - 1, column);
      case "ArrowDown":
        return at(row + 1, column);
      case "Home":
        return at(row, 0);
      case "End":
        return at(row, columns - 1);
      case "PageUp":
        return at(0, column);
      case "PageDown":
        return at(rows - 1, column);
      default:
        return null;
    }
  }

  #arrived(event) {
    const index = this.indexOf(event.target);
    if (index < 0) return;
    this.roveTo(index);
    if (this.nodes[index].matches(":focus-visible")) this.board.point(index);
  }

  #key(event) {
    if (event.key === "Escape" && this.board.aimed()) {
      this.board.escape();
      event.stopPropagation();
      return;
    }
    const plays = event.key === "Enter" || event.key === " ";
    if (plays && !event.altKey && !event.ctrlKey && !event.metaKey) {
      if (!this.board.canPlay()) return;
      event.preventDefault();
      if (!event.repeat) this.board.play(this.here);
      return;
    }
    const target = this.#target(event);
    if (target === null) return;
    event.preventDefault();
    this.focus(target);
  }
}
