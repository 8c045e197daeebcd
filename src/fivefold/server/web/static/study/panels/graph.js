/** Who was ahead along the line on the board: the server's review of its positions. */
import { computed, effect, html, untracked } from "../../dom.js";
import { GameReview } from "../../glass/review/review.js";
import { t, write } from "../../words.js";

/** A shorter line says nothing yet. */
const FEWEST = 6;
/** Milliseconds without a change before the positions are evaluated. */
const SETTLE = 1_200;

/** @param {import("../desk.js").StudyDesk} desk */
export function studyGraph(desk) {
  const { client } = desk;
  const review = new GameReview();
  const line = computed(() => {
    void client.changes.value;
    return desk.tree.line(desk.current.value).filter(({ move, refused }) => move && !refused);
  });
  const key = computed(() => line.value.map(({ id }) => id).join(","));
  let timer = 0;
  effect(() => {
    void key.value;
    untracked(() => {
      clearTimeout(timer);
      review.stop();
      const plies = line.peek();
      if (plies.length < FEWEST) return;
      const { game, start } = client.study.peek();
      const moves = plies.map(({ move }) => move ?? "");
      timer = setTimeout(() => review.follow({ match: null, game, start, moves }), SETTLE);
    });
  });
  const shown = () => line.value.length >= FEWEST && !review.trouble.value && review.values.value.length > 0;
  const at = () => line.value.findIndex(({ id }) => id === desk.current.value) + 1;
  const go = (event) => {
    event.stopPropagation();
    const { ply } = event.detail;
    desk.go(ply ? (line.peek()[ply - 1]?.id ?? null) : desk.tree.root.id);
  };
  return html`<div class="study-graph" @ff-goto=${go}>
    <ff-graph ?hidden=${() => !shown()} .values=${() => review.values.value} .ply=${at}
      .game=${() => client.study.value.game} .marks=${() => review.turns}
      .caption=${() => caption(client.study.value, line.value)}></ff-graph>
  </div>`;
}

/** The length of the line, and how it ends if it does. */
function caption({ game }, line) {
  const n = line.length;
  const end = line.at(-1)?.end;
  return end ? t("page.study.ended", { n, result: resultOf(game, end) }) : t("page.study.moves", { n });
}

function resultOf(game, { winner, margin }) {
  if (!winner) return t("page.study.draw");
  const player = write(game.players[winner]);
  return margin ? t("page.study.won_by", { player, n: Math.abs(margin) }) : t("page.study.won", { player });
}
