/**
 * The badge in the head: how certain the decision is. Only a proof has a tick. Blue is good for you,
 * orange is bad, teal is for onlookers.
 */
import { t, write } from "../words.js";
import { other } from "../notation.js";
import { moverOf } from "./overlay/display.js";
import { forced, rounded, signed } from "./overlay/score.js";

/** @returns {{ text: string, tone: "win" | "loss" | "glass" | "unknown", sure: boolean } | null} */
export function badgeOf(decision, view, game, held) {
  const mover = moverOf(decision, view, game);
  if (!mover) return null;
  const mine = held?.length === 1 ? held[0] : null;
  const { proof } = decision;
  if (proof) return proven(proof, mover, mine, game);
  return estimate(decision.score, mover, mine, game);
}

function proven(proof, mover, mine, game) {
  if (proof.claim === "draw") {
    return { text: t("page.glass.badge.draw"), tone: "glass", sure: true };
  }
  if (proof.claim === "exact") {
    const score = proof.score ?? 0;
    if (!score) return { text: t("page.glass.badge.draw"), tone: "glass", sure: true };
    if (!mine) return forPlayer("exact_for", score, mover, game, { tone: "glass", sure: true });
    const own = mine === mover ? score : -score;
    const tone = own > 0 ? "win" : own < 0 ? "loss" : "glass";
    return { text: t("page.glass.badge.exact", { score: signed(own) }), tone, sure: true };
  }
  const winner = proof.claim === "win" ? mover : other(mover);
  const player = write(game.players?.[winner]);
  const { plies } = proof;
  const text = plies
    ? t("page.glass.badge.wins_in", { player, plies })
    : t("page.glass.badge.wins", { player });
  return { text, tone: !mine ? "glass" : mine === winner ? "win" : "loss", sure: true };
}

function estimate(score, mover, mine, game) {
  if (typeof score !== "number") return null;
  const end = forced(score, game);
  const look = { tone: "unknown", sure: false };
  if (end) {
    const player = write(game.players?.[end.wins ? mover : other(mover)]);
    return { text: t("page.glass.badge.sees", { player, plies: end.plies }), ...look };
  }
  if (Math.abs(score) > MOST) return null;
  if (!mine) return forPlayer("about_for", score, mover, game, look);
  const own = mine === mover ? score : -score;
  return { text: t("page.glass.badge.about", { score: signed(whole(own)) }), ...look };
}

/** For onlookers the badge names the player who is ahead. */
function forPlayer(key, score, mover, game, look) {
  const ahead = score >= 0 ? mover : other(mover);
  const facts = { player: write(game.players?.[ahead]), score: signed(whole(Math.abs(score))) };
  return { text: t(`page.glass.badge.${key}`, facts), ...look };
}

/** Larger scores count patterns, not discs, and mean nothing to a reader. */
const MOST = 999;

/** One decimal for small scores, none for large ones. */
function whole(score) {
  return rounded(score, Math.abs(score) < 10 ? 10 : 1);
}
