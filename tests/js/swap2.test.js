import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import {
  choiceWords,
  isUnsettled,
  mayChoose,
  openingWords,
  turnOf,
} from "../../src/fivefold/server/web/static/game/match/swap2.js";
import { useWords } from "../../src/fivefold/server/web/static/words.js";
import { gomoku } from "./boards.js";

const person = (name = null) => ({ kind: "person", name });

/** A page that holds these seats in a match at this point of the opening. */
function client(held, swap2, { to_move = "X", seats = {} } = {}) {
  const match = {
    game: gomoku,
    seats: { X: person("Ann"), O: person("Bob"), ...seats },
    view: { swap2, to_move },
  };
  return { held: { value: held }, match: { value: match }, myTurn: { value: true } };
}

const stones = { seat: "X", asked: null, stones: 3, may: [] };
const choice = { seat: "O", asked: "O", stones: 0, may: ["black", "white", "two"] };

describe("swap2", () => {
  beforeEach(() => {
    useWords("en", {
      "player.black": "Black",
      "player.white": "White",
      "seat.first": "First",
      "seat.second": "Second",
      "page.seat.you": "You",
      "page.seat.guest": "Guest",
      "page.swap2.put": "{player} puts {count}: {colours}",
      "page.swap2.put.yours": "Put {count}: {colours}",
      "page.swap2.choose": "{player} takes a side or puts two",
      "page.swap2.choose.yours": "Take a side or put two",
      "page.swap2.side": "{player} takes a side",
      "page.swap2.side.yours": "Take a side",
      "page.swap2.took": "{player} took {side}.",
      "page.swap2.took.yours": "You have {side}.",
    });
  });

  test("the seat to act is the opening's, then the one to move", () => {
    assert.equal(turnOf({ view: { swap2: choice, to_move: "X" } }), "O");
    assert.equal(turnOf({ view: { swap2: null, to_move: "X" } }), "X");
    assert.ok(isUnsettled({ view: { swap2: choice } }));
    assert.ok(!isUnsettled({ view: { swap2: null } }));
  });

  test("three stones are asked for in alternating colours", () => {
    assert.equal(openingWords(client(["X"], stones)), "Put 3: Black, White, Black");
    assert.equal(openingWords(client(["O"], stones)), "Ann puts 3: Black, White, Black");
  });

  test("the responder chooses, the opponent reads whose choice it is", () => {
    assert.equal(openingWords(client(["O"], choice)), "Take a side or put two");
    assert.equal(openingWords(client(["X"], choice)), "Bob takes a side or puts two");
    const last = { ...choice, seat: "X", may: ["black", "white"] };
    assert.equal(openingWords(client(["X"], last)), "Take a side");
  });

  test("onlookers know nameless players as First and Second", () => {
    const guests = { seats: { X: person(), O: person() } };
    assert.equal(openingWords(client([], choice, guests)), "Second takes a side or puts two");
    assert.equal(openingWords(client([], stones, guests)), "First puts 3: Black, White, Black");
  });

  test("a choice reads differently for each player", () => {
    const event = { seat: "O", choice: "black" };
    assert.equal(choiceWords(client(["X"], null), event), "You have Black.");
    assert.equal(choiceWords(client(["O"], null), event), "Ann took Black. You have White.");
    assert.equal(choiceWords(client([], null), event), "Ann took Black.");
    assert.equal(choiceWords(client([], null), { seat: "O", choice: "two" }), "");
  });

  test("a choice needs the turn and the permission", () => {
    assert.ok(mayChoose(client(["O"], choice), "two"));
    assert.ok(!mayChoose(client(["O"], { ...choice, may: ["black", "white"] }), "two"));
    assert.ok(!mayChoose({ ...client(["O"], choice), myTurn: { value: false } }, "black"));
  });
});
