/**
 * The layout of a tree of moves: the main line two to a row, every other line indented under it.
 *
 *   { kind: "row", id, cells: [X, O] }           a cell is a node's id, or null
 *   { kind: "note", id, n }                      the comment of a node; n if it needs its number
 *   { kind: "line", id, depth, items: [ids] }    a stretch of a variation; `id` is its first node
 *
 * `tree` answers `node(id)` with { id, parent, ply, seat, comment, children }; its root has no move.
 */

/** Deeper variations are indented no further. */
export const DEEPEST = 6;
/** A longer stretch is cut, so that a change redraws little. */
const LONGEST = 60;

/** @param {{ root: any, node: (id: any) => any }} tree @returns {any[]} */
export function layOut(tree) {
  /** @type {any[]} */
  const blocks = [];
  if (tree.root.comment) blocks.push({ kind: "note", id: tree.root.id, n: null });
  let row = /** @type {any} */ (null);
  let node = tree.root;
  while (node.children.length) {
    const siblings = node.children;
    const next = tree.node(siblings[0]);
    const second = next.seat === "O";
    if (second && row?.cells[1] === null) row.cells[1] = next.id;
    else {
      row = { kind: "row", id: next.id, cells: second ? [null, next.id] : [next.id, null] };
      blocks.push(row);
    }
    const after = tree.node(next.children[0]);
    const alone = second || after?.seat !== "O";
    // Both moves of a row come before what is said about them, unless the first one is last.
    if (alone) blocks.push(...below(tree, row.cells));
    node = next;
  }
  return blocks;
}

/** What follows a row: for each of its moves the comment, then the variations beside it. */
function below(tree, cells) {
  const found = [];
  cells.forEach((id, place) => {
    if (id === null) return;
    const node = tree.node(id);
    const needsNumber = place === 0 && cells[1] !== null;
    if (node.comment) found.push({ kind: "note", id, n: needsNumber ? node.ply : null });
    const siblings = tree.node(node.parent).children;
    for (const other of siblings.slice(1)) found.push(...variation(tree, other));
  });
  return found;
}

/** The stretches of a variation and of those that branch off from it, without recursion. */
function variation(tree, first) {
  const found = [];
  const waiting = [{ id: first, depth: 1, goesOn: false }];
  while (waiting.length) {
    const { id, depth, goesOn } = /** @type {any} */ (waiting.pop());
    const items = [id];
    found.push({ kind: "line", id, depth: Math.min(depth, DEEPEST), items });
    let node = tree.node(id);
    // The moves beside the first one of a variation are variations of the line above.
    let branches = goesOn ? tree.node(node.parent).children.slice(1) : [];
    while (node.children.length && !branches.length && items.length < LONGEST) {
      branches = node.children.slice(1);
      node = tree.node(node.children[0]);
      items.push(node.id);
    }
    // The line goes on below the branches, which belong to its last move here.
    if (node.children.length) waiting.push({ id: node.children[0], depth, goesOn: true });
    for (const branch of branches.reverse()) {
      waiting.push({ id: branch, depth: depth + 1, goesOn: false });
    }
  }
  return found;
}

/** Whether an item of a stretch shows its number: the first one, after a comment, and X's moves. */
export function showsNumber(tree, items, place) {
  if (place === 0) return true;
  const node = tree.node(items[place]);
  return node.seat === "X" || Boolean(tree.node(items[place - 1]).comment);
}

/** What a block shows, as text: an unchanged block is not drawn again. */
export function signature(tree, block) {
  const ids = block.kind === "row" ? block.cells : (block.items ?? [block.id]);
  const parts = ids.map((id) => (id === null ? "" : said(tree.node(id))));
  return `${block.kind}|${block.depth ?? ""}|${block.n ?? ""}|${parts.join("|")}`;
}

function said({ id, ply, move, comment, glyphs, value }) {
  return `${id}~${ply}~${move}~${comment ?? ""}~${(glyphs ?? []).join("")}~${value ?? ""}`;
}
