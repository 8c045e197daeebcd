/** Two strategies about the position on the board, side by side. */
import { post } from "../../api.js";
import { html, signal } from "../../dom.js";
import { sidedText } from "../../glass/overlay/score.js";
import { shortMove } from "../../glass/short_move.js";
import { recall, remember } from "../../local_storage.js";
import { strategiesFor } from "../../player_names.js";
import { openSheet } from "../../ui/dialogs.js";
import { other } from "../../notation.js";
import { t, write } from "../../words.js";

const GROUPS = ["level", "study", "engine", "other", "own", "program"];
const USUAL = ["level(2)", "level(4)"];

/** @param {import("../desk.js").StudyDesk} desk */
export async function openCompare(desk) {
  const { game } = desk.client.study.peek();
  const known = (await strategiesFor(game.name)).filter(({ available }) => available);
  const kept = recall("study.compared", {})[game.name] ?? USUAL;
  const sides = [0, 1].map((place) => {
    const found = known.find(({ text }) => text === kept[place]) ?? known[place] ?? known[0];
    return {
      chosen: signal(found?.text ?? ""),
      busy: signal(false),
      answer: signal(/** @type {any} */ (null)),
      trouble: signal(/** @type {any} */ (null)),
    };
  });
  const stop = new AbortController();
  const { start } = desk.client.study.peek();
  const at = desk.current.peek();
  const moves = desk.tree.moves(at);

  async function ask(side) {
    side.busy.value = true;
    side.answer.value = side.trouble.value = null;
    const question = { strategy: side.chosen.peek(), game: game.text, position: start, moves };
    try {
      const { decision } = await post("/api/questions", question, { signal: stop.signal });
      side.answer.value = decision;
    } catch (error) {
      if (error.name !== "AbortError") side.trouble.value = error.words ?? { text: String(error) };
    } finally {
      side.busy.value = false;
    }
  }

  function submit(event) {
    event.preventDefault();
    remember("study.compared", {
      ...recall("study.compared", {}),
      [game.name]: sides.map(({ chosen }) => chosen.peek()),
    });
    sides.forEach(ask);
  }

  const busy = () => sides.some((side) => side.busy.value);
  const { closed } = openSheet(
    t("page.study.compare"),
    (close) => html`<form @submit=${submit}>
      <p class="small">${t("page.study.compare.about", { at: desk.title() })}</p>
      <div class="compare-grid">${sides.map(
        (side, place) => html`<section aria-label=${t("page.study.compare.side", { n: place + 1 })}>
          <select aria-label=${t("page.study.compare.side", { n: place + 1 })}
            @change=${(event) => (side.chosen.value = event.target.value)}>
            ${GROUPS.map((group) => options(group, known, side.chosen.peek()))}
          </select>
          <div class="answer" aria-live="polite">${() => drawAnswer(desk, side, close)}</div>
        </section>`,
      )}</div>
      <p class="compare-note" aria-live="polite">${() => verdict(sides)}</p>
      <div class="row end">
        <span class="grow"></span>
        <button class="btn black" ?disabled=${busy}>${t("page.study.compare.ask")}</button>
      </div>
    </form>`,
    "wide",
  );
  closed.then(() => stop.abort());
}

function options(group, list, chosen) {
  const found = list.filter((entry) => entry.group === group);
  if (!found.length) return null;
  return html`<optgroup label=${t(`page.glass.group.${group}`)}>
    ${found.map(
      (entry) => html`<option value=${entry.text} ?selected=${entry.text === chosen}
        >${write(entry.title)}</option>`,
    )}
  </optgroup>`;
}

function drawAnswer(desk, side, close) {
  if (side.busy.value) return html`<p>${t("page.study.compare.thinks")}</p>`;
  if (side.trouble.value) return html`<p class="g-trouble">${write(side.trouble.value)}</p>`;
  const decision = side.answer.value;
  if (!decision) return null;
  if (!decision.move) return html`<p>${t("page.study.engine.nothing")}</p>`;
  const line = decision.pv?.length ? decision.pv : [decision.move];
  const add = () => {
    close();
    desk.insert(line);
  };
  return html`<b>${shortMove(decision.move)}</b>
    <span class="sv">${valueOf(desk, decision)}</span>
    <p>${write(decision.text)}</p>
    <button class="btn white compact" type="button" @click=${add}>${t("page.study.compare.add")}</button>`;
}

function valueOf({ client, node }, { score, candidates }) {
  const { game } = client.study.peek();
  if (typeof score !== "number") return "";
  const { turn } = node.peek();
  const names = { own: write(game.players[turn]), other: write(game.players[other(turn)]) };
  return sidedText(score, names, game, { rank: 1, count: candidates?.length ?? 1 });
}

/** Whether both play the same move. */
function verdict(/** @type {any[]} */ [one, two]) {
  const [first, second] = [one.answer.value?.move, two.answer.value?.move];
  if (!first || !second) return "";
  return first === second
    ? t("page.study.compare.same", { move: shortMove(first) })
    : t("page.study.compare.differ", { first: shortMove(first), second: shortMove(second) });
}
