/** The sentence under an opponent's name: why it played its last move, or what it has found so far. */

import { html } from "../dom.js";
import { fitsTwoLines, shortReasonOf } from "../glass/sentence.js";
import { squaresIn } from "../glass/overlay/cells.js";
import { sidedText } from "../glass/overlay/score.js";
import { shortMove } from "../glass/short_move.js";
import { other } from "../notation.js";
import { seatName } from "../player_names.js";
import { icon } from "../ui/icons.js";
import { t, write } from "../words.js";

/** Whether an engine sits there that tells its reasons. */
export function explains(client, seat) {
  return client.match.value.seats[seat].kind === "machine" && !client.isStatic;
}

/**
 * @param {import("./controls/game_page.js").GamePage} page
 * @param {() => Seat} seat
 */
export function drawSays(page, seat) {
  const { client } = page;
  return html`${() =>
    explains(client, seat())
      ? html`<p class="says" aria-label=${() => t("page.says.label", { name: seatName(client, seat()) })}
          >${icon("cube")}<span>${() => parts(page, seat())}</span></p>`
      : null}`;
}

/** The sentence, with its squares in bold. */
function parts(page, seat) {
  const { client, view } = page;
  const { game } = client.match.value;
  const words = soFar(client, seat) ?? lastWords(client, view, seat) ?? t("page.says.none");
  return squaresIn(words, game).map(({ text, cells }) => (cells ? html`<b>${text}</b>` : text));
}

/** What the engine has found so far; null while it does not tell. */
function soFar(client, seat) {
  const thinking = client.thinking.value;
  if (thinking?.seat !== seat || !thinking.move) return null;
  const { game } = client.match.value;
  const sides = { own: write(game.players[seat]), other: write(game.players[other(seat)]) };
  const { depth, score } = thinking;
  const value = sidedText(score, sides, game);
  const facts = { move: shortMove(thinking.move), depth, score: value };
  return t(value ? "page.says.so_far" : "page.says.so_far_plain", facts);
}

function lastWords(client, view, seat) {
  const { plies, swap2 } = client.match.value;
  const ply = view.shown.value?.ply ?? plies.length;
  const past = plies.slice(0, ply);
  const mine = (each) => each.decision && each.seat === seat;
  const found = past.findLast(mine) ?? swap2?.choices.findLast(mine);
  if (!found) return null;
  const { decision } = found;
  const words = shortReasonOf(decision);
  const reply = decision.pv?.[1];
  if (!reply || words.includes(reply)) return words;
  const both = `${words} ${t("page.says.expects", { move: shortMove(reply) })}`;
  return fitsTwoLines(both) ? both : words;
}
