/** The tournament's head: game, progress, time left. */

import { html } from "../dom.js";
import { gameName } from "../player_names.js";
import { t, write } from "../words.js";
import { duration, moment } from "./numbers.js";

export function head(follow) {
  const about = follow.part(({ title, game, format, settings }) => ({
    title,
    game,
    format,
    settings,
  }));
  const progress = follow.part(({ progress: now, state, concurrency, running, more_running: more }) => ({
    ...now,
    state,
    concurrency,
    running: running.length + more,
  }));
  return html`<header class="arena-head">
    <div>
      <h1>${() => about.value.title}</h1>
      <p class="quiet">${() => described(about.value)}</p>
    </div>
    <div class="prog" role="status">${() => progressWords(progress.value)}</div>
  </header>
  ${() => {
    const { state } = progress.value;
    const words = state === "stopped" || state === "paused" ? t(`page.arena.note.${state}`) : "";
    return words && html`<p class="quiet state-note">${words}</p>`;
  }}`;
}

function described({ game, format, settings }) {
  const { pairs, openings, time, limit } = settings;
  const [name, ...switches] = game.rules.split(":");
  const rules = [write({ key: `page.rules.${game.name}.${name}`, text: "" }), ...switches].join(" ");
  const parts = [
    gameName(game),
    rules,
    write({ key: `page.arena.format.${format.replace("-", "_")}`, text: format }),
    t("page.arena.pairs", { n: pairs }),
    openings ? t("page.arena.openings", { n: openings }) : "",
    time ? t("page.arena.time", { time }) : "",
    limit.seconds ? t("page.arena.limit.seconds", { n: String(limit.seconds) }) : "",
    limit.depth ? t("page.arena.limit.depth", { n: limit.depth }) : "",
    limit.nodes ? t("page.arena.limit.nodes", { n: limit.nodes }) : "",
  ];
  return parts.filter(Boolean).join(" · ");
}

function progressWords({ played, total, void: dropped, seconds_left: left, state, running, began, latest }) {
  const count = total
    ? t("page.arena.played", { played, total })
    : t("page.arena.games", { n: played });
  const more = [
    state === "running" ? t("page.arena.now", { n: running }) : t(`page.arena.state.${state}`),
    state === "running" && left !== null ? t("page.arena.left", { time: duration(left) }) : "",
    state === "over" && played ? t("page.arena.took", { time: duration(latest - began) }) : "",
    dropped ? t("page.arena.void", { n: dropped }) : "",
  ];
  const share = total ? Math.min(1, (played + dropped) / total) : state === "over" ? 1 : 0;
  return html`<p class="num"><b>${count}</b></p>
    <svg class="meter" height="4" aria-hidden="true"><rect class="track" width="100%" height="4" rx="2" />
      <rect width=${`${share * 100}%`} height="4" rx="2" /></svg>
    <p class="small num" title=${t("page.arena.since", { time: moment(began) })}>${more
      .filter(Boolean)
      .join(" · ")}</p>`;
}
