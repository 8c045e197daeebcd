/**
 * The badge in the head: how certain the decision is. Only a proof has a tick. Blue is good for you,
 * orange is bad, teal is for onlookers. A score is that of the side that moves, and names it.
 */
import { t, write } from "../words.js";
import { other } from "../notation.js";
import { forced, rounded, signed } from "./overlay/score.js";
import { moverOf } from "./overlay/sides.js";

/** @typedef {{ text: string, tone: "win" | "loss" | "glass" | "unknown", sure: boolean }} Badge */

/** @returns {Badge | null} */
export function badgeOf(decision, view, game, held) {
  const mover = moverOf(decision, view, game);
  if (!mover) return null;
  const mine = held?.length === 1 ? held[0] : null;
  const { proof } = decision;
  if (proof) return proven(proof, mover, mine, game);
  return estimate(decision.score, mover, game);
}

/** @returns {Badge} */
function proven(proof, mover, mine, game) {
  if (proof.claim === "draw") {
    return { text: t("page.glass.badge.draw"), tone: "glass", sure: true };
  }
  if (proof.claim === "exact") {
    const score = proof.score ?? 0;
    if (!score) return { text: t("page.glass.badge.draw"), tone: "glass", sure: true };
    const own = mine === mover ? score : -score;
    const tone = !mine ? "glass" : own > 0 ? "win" : "loss";
    return { text: forMover("exact", score, mover, game), tone, sure: true };
  }
  const winner = proof.claim === "win" ? mover : other(mover);
  const player = write(game.players?.[winner]);
  const { plies } = proof;
  const text = plies
    ? t("page.glass.badge.wins_in", { player, plies })
    : t("page.glass.badge.wins", { player });
  return { text, tone: !mine ? "glass" : mine === winner ? "win" : "loss", sure: true };
}

/** @returns {Badge | null} */
function estimate(score, mover, game) {
  if (typeof score !== "number") return null;
  const end = forced(score, game);
  const look = { tone: /** @type {"unknown"} */ ("unknown"), sure: false };
  if (end) {
    const player = write(game.players?.[end.wins ? mover : other(mover)]);
    return { text: t("page.glass.badge.sees", { player, plies: end.plies }), ...look };
  }
  if (Math.abs(score) > MOST) return null;
  return { text: forMover("about", score, mover, game), ...look };
}

/** The score of the side that moves, with its name: the same number as in the table. */
function forMover(key, score, mover, game) {
  const shown = signed(whole(score));
  if (shown === "0") return t("page.glass.badge.even");
  return t(`page.glass.badge.${key}`, { player: write(game.players?.[mover]), score: shown });
}

/** Larger scores count patterns, not discs, and mean nothing to a reader. */
const MOST = 99;

/** One decimal for small scores, none for large ones. */
function whole(score) {
  return rounded(score, Math.abs(score) < 10 ? 10 : 1);
}
