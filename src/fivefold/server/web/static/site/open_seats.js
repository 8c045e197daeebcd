/** The open seats of the lobby: who waits, for which game, and the button that takes the seat. */

import { ApiError, get, post } from "../api.js";
import { each, html, signal } from "../dom.js";
import { askName } from "../game/dialogs/nickname.js";
import { keepMatch, settings } from "../local_storage.js";
import { t } from "../words.js";

// Milliseconds.
const POLL = 5000;

/** The list of open seats, at most `most`; `empty` is shown without any. */
export function openSeats(most, empty) {
  const seats = signal(/** @type {any[] | null} */ (null));
  const trouble = signal("");
  const load = async () => {
    if (document.hidden) return;
    try {
      seats.value = (await get("/api/lobby")).seats.slice(0, most);
    } catch {
      seats.value ??= [];
    }
  };
  load();
  setInterval(load, POLL);
  document.addEventListener("visibilitychange", load);

  const join = async (seat) => {
    await askName();
    const name = settings.peek().name.trim() || null;
    try {
      const { secret, match } = await post(`/api/matches/${seat.id}/join`, { seat: seat.seat, name });
      const opponent = { key: "plain", facts: { text: nameOf(seat) }, text: nameOf(seat) };
      keepMatch(seat.id, { secret, game: match.game.name, opponent });
      location.assign(`/game/${seat.id}`);
    } catch (error) {
      trouble.value = error instanceof ApiError ? error.message : String(error);
      load();
    }
  };
  const row = (item) => {
    const seat = item.peek();
    const name = nameOf(seat);
    return html`<li>
      <span class=${`seat-mark ${seat.game.name}`} aria-hidden="true"></span>
      <span class="words"><b><bdi>${name}</bdi></b><small>${rulesOf(seat)}</small></span>
      <span class="seat-clock num">${clockWords(seat.time)}</span>
      <button class="btn white" type="button" aria-label=${t("page.lobby.join_whom", { name })}
        @click=${() => join(seat)}>${t("page.lobby.join")}</button>
    </li>`;
  };
  return html`<ul class="open-seats" ?hidden=${() => !seats.value?.length}>
      ${each(() => seats.value ?? [], (seat) => seat.id, row)}
    </ul>
    <p class="quiet" role="status">${() => (seats.value && !seats.value.length ? empty : "")}</p>
    <p class="trouble" role="alert">${() => trouble.value}</p>`;
}

function nameOf({ name }) {
  return name ?? t("page.seat.guest");
}

/** The game, its rules and the seat, such as “Gomoku 15, renju. You play White.” */
function rulesOf({ game, seat, opening }) {
  const { name, rows, columns, rules } = game;
  const size = rows === columns ? String(rows) : `${rows}×${columns}`;
  const title = t(`game.title.${name}`);
  const isUsual = name !== "gomoku" && size === "8";
  const parts = [isUsual ? title : t("page.game.sized", { title, size })];
  const variant = rules.split(":")[0];
  if (variant !== "freestyle" && name === "gomoku") parts.push(t(`page.rules.gomoku.${variant}`));
  if (name === "othello" && variant === "mirrored") parts.push(t("page.rules.othello.mirrored"));
  if (opening === "swap2") return t("page.lobby.swap2", { game: parts.join(", ") });
  const sides = name === "pentomino" ? ["first", "second"] : ["black", "white"];
  const side = t(`page.lobby.you.${sides[seat === "X" ? 0 : 1]}`);
  return t("page.lobby.rules", { game: parts.join(", "), side });
}

/** A time control in words. */
export function clockWords(time) {
  if (!time) return t("page.new.clock.none");
  const days = /^(\d+)d$/.exec(time);
  if (days) return t("page.new.clock.days", { n: Number(days[1]) });
  return time.replace("+", " + ");
}
