/** Entry point of the page that other sites show in a frame: one public game to look at, live. */

import "../board/board.js";
import { effect, html, mount } from "../dom.js";
import { MatchClient } from "../game/match/client.js";
import { turnOf } from "../game/match/swap2.js";
import { resultHead, stoneOf, titleOf } from "../game/seats.js";
import { other } from "../notation.js";
import { gameName, seatName, sideName } from "../player_names.js";
import { say } from "../ui/announcements.js";
import { loadWords, t } from "../words.js";

const host = /** @type {HTMLElement} */ (document.getElementById("page"));

/** The player's name; Black or White for a person without one. */
function nameOf(client, seat) {
  const { kind, name } = client.match.value.seats[seat];
  const unnamed = kind === "person" && !name;
  return unnamed ? sideName(client.match.value, seat) : seatName(client, seat);
}

function draw(client) {
  const { game } = client.current;
  const row = (place) => {
    const seat = () => (place === "you" ? client.bottom.value : other(client.bottom.value));
    const isTurn = () => !client.match.value.result && turnOf(client.match.value) === seat();
    const counts = () => client.match.value.view.counts;
    return html`<p class=${() => (isTurn() ? "embed-row to-move" : "embed-row")}>
      ${() => stoneOf(client.match.value, seat())}
      <b>${() => nameOf(client, seat())}</b>
      ${() => (counts() ? html`<span class="score">${counts()[seat()]}</span>` : null)}
    </p>`;
  };
  const status = () => {
    const match = client.match.value;
    return match.result ? resultHead(match) : titleOf(client, gameName(game));
  };
  mount(host, () => html`<h1 class="visually">${gameName(game)}</h1>
    ${row("opp")}
    <ff-board
      .game=${() => client.match.value.game}
      .view=${() => client.match.value.view}
      .interactive=${false}
      .closed=${() => Boolean(client.match.value.result)}
    ></ff-board>
    ${row("you")}
    <p class="embed-foot"><span>${status}</span>
      <a class="link" href=${`/game/${client.id}`} target="_blank" rel="noopener"
        >${t("page.embed.open")}</a></p>`);
  effect(() => {
    document.title = titleOf(client, gameName(game));
    say(status());
  });
}

await loadWords();
const id = location.pathname.split("/")[2];
const client = new MatchClient(id, null).connect();
const end = effect(() => {
  if (client.missing.value) host.textContent = t("page.missing.head");
  else if (client.match.value) {
    queueMicrotask(() => {
      end();
      draw(client);
    });
  }
});
