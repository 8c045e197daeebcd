/** The tray of remaining pentominoes. */

import { pieceSvg } from "../../board/pentomino.js";
import { each, html } from "../../dom.js";
import { icon } from "../../ui/icons.js";
import { t } from "../../words.js";
import { dragPieces } from "./drag.js";

/**
 * @param {import("./hand.js").Hand} hand
 * @param {() => import("../../board/board.js").Board | null} board
 */
export function tray(hand, board) {
  const pickOrGo = (letter, event) => {
    const again = hand.letter.peek() === letter;
    hand.pick(letter);
    // Enter on the piece in the hand moves the focus to the board; a click needs no focus.
    if (event.detail === 0 && again) board()?.focus();
  };
  const walk = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const all = [...event.currentTarget.querySelectorAll("button")];
    const at = all.indexOf(document.activeElement);
    all.at((at + step) % all.length)?.focus();
    event.preventDefault();
  };
  const first = (letter) => letter === (hand.letter.value ?? hand.left.value[0]);
  const section = html`<section class="tray" aria-label=${t("page.tray.name")}>
    <div class="pieces" role="group" aria-label=${t("page.tray.left")} @keydown=${walk}>
      ${each(
        () => hand.left.value,
        (letter) => letter,
        (one) => {
          const letter = one.peek();
          return html`<button
            type="button"
            class="piece-button"
            data-letter=${letter}
            tabindex=${() => (first(letter) ? "0" : "-1")}
            aria-label=${() => pieceName(letter, hand.tally(letter))}
            aria-pressed=${() => String(hand.letter.value === letter)}
            @click=${(event) => pickOrGo(letter, event)}
          >${() => pieceSvg(letter, hand.shapes.value[letter], 13)}${() =>
            drawTally(hand.tally(letter))}</button>`;
        },
      )}
    </div>
    <div class="turners" ?hidden=${() => Boolean(hand.client.match.value.result)}>
      <button class="btn white" type="button" title=${t("page.tray.rotate.key")}
        @click=${() => hand.turn("rotate")}
        >${icon("rotate")}<span>${t("page.tray.rotate")}</span></button>
      <button class="btn white" type="button" title=${t("page.tray.mirror.key")}
        @click=${() => hand.turn("mirror")}
        >${icon("mirror")}<span>${t("page.tray.mirror")}</span></button>
      <span class="grow"></span>
      <button class="btn black" type="button" ?disabled=${() => !hand.held.value}
        @click=${() => hand.place()}>${t("page.tray.place")}</button>
    </div>
    <p class=${() => (hand.placement.value?.reason ? "why" : "why said")}>${() => hand.words()}</p>
  </section>`.firstElementChild;
  dragPieces(/** @type {HTMLElement} */ (section.querySelector(".pieces")), hand, board);
  return section;
}

/** A piece's placements by outcome: won, lost, unknown. */
function drawTally(tally) {
  if (!tally) return null;
  const { wins, losses, unknown } = tally;
  return html`<span class="tally" aria-hidden="true">
    ${wins ? html`<b class="win">+${wins}</b>` : null}
    ${losses ? html`<b class="loss">−${losses}</b>` : null}
    ${unknown ? html`<b class="unknown">?${unknown}</b>` : null}
  </span>`;
}

function pieceName(letter, tally) {
  const name = t("page.tray.piece", { letter });
  return tally ? t("page.tray.tally", { name, ...tally }) : name;
}
