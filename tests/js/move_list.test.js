import assert from "node:assert/strict";
import { test } from "node:test";

import {
  layOut,
  showsNumber,
  signature,
} from "../../src/fivefold/server/web/static/study/panels/move_list.js";

/** A tree from nested arrays: a move, its comment after “ #”, then the children of the move. */
function treeOf(children, firstSeat = "X") {
  const nodes = new Map();
  const other = { X: "O", O: "X" };
  const add = (parent, seat, ply, [text, ...below]) => {
    const [move, comment = ""] = text.split(" #");
    const node = { id: move, parent, seat, ply, move, comment, children: [] };
    nodes.set(move, node);
    let at = node;
    // Strings follow each other; an array is a move with what follows it.
    for (const each of below) {
      if (typeof each === "string") at = nodes.get(add(at.id, other[at.seat], at.ply + 1, [each]));
      else add(at.id, other[at.seat], at.ply + 1, each);
    }
    nodes.get(parent).children.push(move);
    return move;
  };
  const root = { id: "root", parent: null, seat: null, ply: 0, move: null, comment: "", children: [] };
  nodes.set("root", root);
  for (const child of children) add("root", firstSeat, 1, child);
  return { root, node: (id) => nodes.get(id) };
}

const drawn = (tree) =>
  layOut(tree).map((block) => {
    if (block.kind === "row") return block.cells.map((id) => id ?? "-").join(" ");
    if (block.kind === "note") return `# ${block.n ?? ""}${tree.node(block.id).comment}`;
    return `${">".repeat(block.depth)} ${block.items.join(" ")}`;
  });

test("the main line stands two to a row, the first player on the left", () => {
  assert.deepEqual(drawn(treeOf([["a", "b", "c"]])), ["a b", "c -"]);
  assert.deepEqual(drawn(treeOf([["a", "b", "c"]], "O")), ["- a", "b c"]);
  assert.deepEqual(drawn(treeOf([])), []);
});

test("comments and variations stand below the row, in the order of the moves", () => {
  const tree = treeOf([["a", ["b", ["c #why", ["d"]], ["e", "f", "g"]]], ["x #other", "y"]]);
  assert.deepEqual(drawn(tree), ["a b", "> x y", "c d", "# 3why", "> e f g"]);
});

test("a line in a variation is indented again, below the move it is an alternative to", () => {
  const tree = treeOf([["a"], ["b", ["c", ["d", "e"], ["x", ["y"], ["z"]]], ["v", "w"]]]);
  assert.deepEqual(drawn(tree), ["a -", "> b c", ">> v w", "> d", ">> x y", ">>> z", "> e"]);
});

test("ten thousand variations inside each other are laid out without recursion", () => {
  const nodes = new Map();
  const node = (id, parent, children) => nodes.set(id, { id, parent, ply: id, seat: "X", children });
  const depth = 10_000;
  node(0, null, [1, -1]);
  node(-1, 0, []);
  for (let id = 1; id <= depth; id += 1) node(id, id - 1, id < depth ? [-id - 1, id + 1] : []);
  for (let id = 2; id <= depth; id += 1) node(-id, id - 1, []);
  const tree = { root: nodes.get(0), node: (id) => nodes.get(id) };
  nodes.get(0).children.reverse();
  const shown = layOut(tree).flatMap(({ items, cells }) => items ?? cells ?? []).filter(Number.isInteger);
  assert.equal(new Set(shown).size, 2 * depth);
  assert.equal(shown.length, 2 * depth);
});

test("a number stands before the first move, the first player's moves, and after a comment", () => {
  const tree = treeOf([["a"], ["b #so", "c", "d", "e"]]);
  const items = ["c", "d", "e"];
  assert.deepEqual(items.map((_, place) => showsNumber(tree, items, place)), [true, true, false]);
  assert.equal(showsNumber(tree, ["b", "c"], 1), true);
});

test("a block is drawn again only if what it shows has changed", () => {
  const [before, after] = [treeOf([["a", "b"]]), treeOf([["a", "b"], ["x"]])];
  const [first] = layOut(before);
  assert.equal(signature(before, first), signature(after, layOut(after)[0]));
  const commented = treeOf([["a", "b #good"]]);
  assert.notEqual(signature(before, first), signature(commented, layOut(commented)[0]));
});
