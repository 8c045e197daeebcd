/** The panel for setting up a position: game, pieces, side to move. */
import { html } from "../../dom.js";
import { segments } from "../../ui/form_controls.js";
import { t, write } from "../../words.js";

const GAMES = ["gomoku", "othello", "pentomino"];
const BRUSHES = [
  ["X", "b"],
  ["O", "w"],
  [".", "none"],
];

/** @param {import("../desk.js").StudyDesk} desk */
export function setUpPanel(desk) {
  const { setUp } = desk;
  const name = () => setUp.game.value?.name;
  return html`<section class="set-position" aria-label=${t("page.study.set_up")}>
    <h2>${t("page.study.set_up")}</h2>
    ${() => (name() === "pentomino" ? null : brushes(setUp))}
    ${() =>
      name() !== "pentomino" &&
      segments(
        t("page.study.set_up.turn"),
        ["X", "O"].map((seat) => ({ value: seat, text: write(setUp.game.value.players[seat]) })),
        () => setUp.turn.value,
        (seat) => setUp.moves(seat),
      )}
    <p class="small">${() =>
      t(name() === "pentomino" ? "page.study.set_up.pieces" : "page.study.set_up.about")}</p>
    <p class="refused" role="alert">${() => setUp.trouble.value}</p>
    ${segments(
      t("page.study.set_up.game"),
      GAMES.map((game) => ({ value: game, text: t(`game.title.${game}`) })),
      name,
      (game) => setUp.chooseGame(game),
    )}
    ${() => sizes(setUp)}
    <div class="row wrap end">
      <button class="btn plain" type="button" @click=${() => setUp.clear()}
        >${t("page.study.set_up.clear")}</button>
      <span class="grow"></span>
      <button class="btn white" type="button" @click=${() => setUp.end()}
        >${t("page.cancel")}</button>
      <button class="btn black" type="button" ?disabled=${() => setUp.busy.value}
        @click=${() => setUp.use()}>${t("page.study.set_up.use")}</button>
    </div>
  </section>`;
}

/** The sizes of the game and, in Gomoku and Othello, its rules. */
function sizes(setUp) {
  const game = setUp.game.value;
  const known = setUp.games.value.find(({ name }) => name === game.name);
  if (!known) return null;
  const size = () => {
    const { rows, columns } = setUp.game.value;
    return rows === columns ? String(rows) : `${rows}x${columns}`;
  };
  const listed = known.sizes.map(({ text }) => text);
  const offered = listed.includes(size()) ? listed : [...listed, size()];
  const choices = offered.map((text) => ({ value: text, text: text.replace("x", "×") }));
  const rules = () => setUp.game.value.rules;
  return html`${segments(t("page.new.board"), choices, size, (text) => setUp.chooseGame(game.name, text, rules()))}
    ${known.rules.length > 1
      ? html`<div class="field line"><label class="label" for="study-rules">${t("page.new.rules")}</label>
          <select id="study-rules" @change=${(event) =>
            setUp.chooseGame(game.name, size(), event.target.value)}>
            ${known.rules.map(
              (each) => html`<option value=${each} ?selected=${each === rules()}
                >${t(`page.rules.${game.name}.${each}`)}</option>`,
            )}
          </select></div>`
      : null}`;
}

function brushes(setUp) {
  const names = (mark) =>
    mark === "." ? t("page.study.set_up.empty") : write(setUp.game.value.players[mark]);
  return html`<div class="brushes" role="group" aria-label=${t("page.study.set_up.brush")}>
    ${BRUSHES.map(
      ([mark, look]) => html`<button class="brush" type="button"
        aria-pressed=${() => String(setUp.brush.value === mark)}
        @click=${() => (setUp.brush.value = mark)}
        ><i class=${`seat ${look}`} aria-hidden="true"></i>${() => names(mark)}</button>`,
    )}
  </div>`;
}
