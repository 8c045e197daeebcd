/**
 * A swap2 opening as the page describes it. Until the colours are settled, seat X belongs to the
 * opener and seat O to the responder, and both colours are on the board.
 */

import { t, write } from "../../words.js";
import { other } from "../../notation.js";
import { seatName } from "../../player_names.js";

/** The seat that each choice of a colour takes. */
export const COLOURS = { black: "X", white: "O" };

/** @param {MatchDocument} match @returns {Seat | null} the seat to act; null after the game */
export function turnOf({ view }) {
  return view.swap2?.seat ?? view.to_move;
}

/** Whether the colours are unsettled, even if the game ended first. */
export function isUnsettled(match) {
  return Boolean(match?.view.swap2);
}

/** Whether the player on this page may make that choice now. */
export function mayChoose(client, choice) {
  return client.myTurn.value && Boolean(client.match.value.view.swap2?.may.includes(choice));
}

/** Whether this page holds that seat and no other: its player is then called “you”. */
function isMine(client, seat) {
  return client.held.value.length === 1 && client.held.value[0] === seat;
}

/** @returns {string} what the opening asks of whom, such as “Put 3 stones: …” */
export function openingWords(client) {
  const match = client.match.value;
  const { seat, stones, may } = match.view.swap2;
  if (!seat) return "";
  const mine = isMine(client, seat);
  const player = playerName(client, seat, seat);
  if (may.length) {
    const both = may.includes("two");
    if (mine) return t(both ? "page.swap2.choose.yours" : "page.swap2.side.yours");
    return t(both ? "page.swap2.choose" : "page.swap2.side", { player });
  }
  const sides = [match.view.to_move, other(match.view.to_move)];
  const colours = Array.from({ length: stones }, (_, index) => colourName(match, sides[index % 2]));
  const facts = { count: stones, colours, player };
  return t(mine ? "page.swap2.put.yours" : "page.swap2.put", facts);
}

/** A player's name; onlookers know two nameless guests as First and Second. */
function playerName(client, seat, opened) {
  const { kind, name } = client.match.value.seats[seat];
  const nameless = kind === "person" && !name && !client.held.value.length;
  return nameless ? t(opened === "X" ? "seat.first" : "seat.second") : seatName(client, seat);
}

/** @returns {string} a choice as a sentence; empty for two more stones, whose request follows */
export function choiceWords(client, { seat, choice }) {
  const match = client.match.value;
  if (choice === "two") return "";
  const taken = COLOURS[choice];
  const player = playerName(client, taken, seat);
  const yours = (mine) => t("page.swap2.took.yours", { side: colourName(match, mine) });
  if (isMine(client, taken)) return yours(taken);
  const took = t("page.swap2.took", { player, side: colourName(match, taken) });
  return isMine(client, other(taken)) ? `${took} ${yours(other(taken))}` : took;
}

/** @returns {string} Black or White */
export function colourName(match, seat) {
  return write(match.game.players[seat]);
}
