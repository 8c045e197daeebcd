import assert from "node:assert/strict";
import { test } from "node:test";

import { positionText, withCell, withoutPiece } from "../../src/fivefold/server/web/static/study/set_up.js";
import { OwnHistory } from "../../src/fivefold/server/web/static/study/history.js";
import {
  StudyTree,
  marked,
  nextLetter,
  withArrow,
  withGlyph,
} from "../../src/fivefold/server/web/static/study/tree.js";
import { othello } from "./boards.js";

const START = "...........................OX......XO...........................";
const NODES = [
  { id: 0, parent: -1 },
  { id: 1, parent: 0, move: "f5", set: ["X", 37, 36] },
  { id: 2, parent: 1, move: "d6", set: ["O", 43, 35] },
  { id: 3, parent: 1, move: "f6", set: ["O", 45, 36] },
  { id: 4, parent: 2, move: "--", set: [] },
];
const treeOf = (nodes = NODES) =>
  new StudyTree({ game: { ...othello, name: "othello" }, cells: START, to_move: "X", nodes });

test("positions are computed from what the moves do, in any order", () => {
  const tree = treeOf();
  assert.deepEqual(tree.view(2).counts, { X: 3, O: 3 });
  assert.equal(tree.cells(1)[37], "X");
  assert.equal(tree.cells(1)[36], "X");
  assert.equal(tree.view(1).to_move, "O");
  // A pass changes the side to move and nothing else; the last move's cells stay marked.
  assert.deepEqual([tree.view(4).to_move, tree.view(4).cells], ["O", tree.view(2).cells]);
  assert.deepEqual(tree.view(4).last, tree.view(2).last);
  assert.equal(tree.cells(0), START);
});

test("the tree is walked along its lines", () => {
  const tree = treeOf();
  assert.deepEqual(tree.path(4).map(({ id }) => id), [0, 1, 2, 4]);
  assert.deepEqual(tree.moves(4), ["f5", "d6", "--"]);
  assert.equal(tree.end(0), 4);
  assert.deepEqual(tree.line(1).map(({ id }) => id), [0, 1, 2, 4]);
  assert.deepEqual([tree.isMain(4), tree.isMain(3)], [true, false]);
  assert.deepEqual([tree.beside(2, 1), tree.beside(3, -1), tree.beside(2, -1)], [3, 2, null]);
});

test("an edit of the server replaces nodes and the order of children", () => {
  const tree = treeOf();
  tree.apply({
    nodes: [{ id: 5, parent: 3, move: "c3", set: ["X", 18] }, { id: 2, parent: 1, move: "d6", comment: "so" }],
    children: { 3: [5], 1: [3, 2] },
  });
  assert.equal(tree.end(0), 5);
  assert.equal(tree.node(2).comment, "so");
  assert.deepEqual(tree.node(2).children, [4]);
  assert.deepEqual(tree.document().map(({ id }) => id), [0, 1, 3, 5, 2, 4]);
});

test("a reader of a deleted node goes to the nearest living one, and the node can come back", () => {
  const tree = treeOf();
  tree.apply({ nodes: [], children: { 1: [3] } });
  assert.equal(tree.living(4), 1);
  assert.equal(tree.nodes.size, 3);
  tree.apply({ nodes: [NODES[2], NODES[4]], children: { 1: [2, 3], 2: [4] } });
  assert.equal(tree.living(4), 4);
  assert.equal(tree.node(4).ply, 3);
});

test("a tool marks a cell, and takes its own mark off again", () => {
  const notes = { marks: [["a1", "circle"]], labels: [["b2", "A"]] };
  assert.deepEqual(marked(notes, "a1", "circle"), { marks: [] });
  assert.deepEqual(marked(notes, "a1", "square"), { marks: [["a1", "square"]] });
  assert.deepEqual(marked(notes, "b2", "cross"), { marks: [["a1", "circle"], ["b2", "cross"]], labels: [] });
  assert.deepEqual(marked(notes, "c3", "letter"), { labels: [["b2", "A"], ["c3", "B"]] });
  assert.equal(nextLetter([["a1", "A"], ["b1", "C"]]), "B");
  assert.deepEqual(withArrow([["a1", "b2"]], "a1", "b2"), []);
  assert.deepEqual(withGlyph(["?"], "!"), ["!"]);
  assert.deepEqual(withGlyph(["!"], "!"), []);
});

test("everybody takes back their own edits; alone, also those of an earlier visit", () => {
  const history = new OwnHistory();
  assert.equal(history.toUndo(7, true), 7);
  assert.equal(history.toUndo(7, false), null);
  history.edited(9);
  assert.equal(history.toUndo(12, true), 9);
  history.wasUndone(9, 13);
  assert.equal(history.toRedo(null, false), 13);
  history.wasRedone(13, 14);
  assert.deepEqual([history.toUndo(null, false), history.toRedo(null, false)], [14, null]);
  history.wasUndone(14, 15);
  history.edited(16);
  assert.equal(history.toRedo(15, false), null);
});

test("a position's text names the side to move, except where the pieces tell it", () => {
  assert.equal(positionText("X.O.", "O", { name: "gomoku" }), "X.O. O");
  assert.equal(positionText("FF..", "O", { name: "pentomino" }), "FF..");
  assert.equal(withCell("X.O.", 1, "O"), "XOO.");
  assert.equal(withoutPiece("FFX.F", 0), "..X..");
});
