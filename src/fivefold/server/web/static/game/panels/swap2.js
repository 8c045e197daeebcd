/** The panel of a swap2 opening: whose choice it is, and the choices. */

import { computed, effect, html, signal } from "../../dom.js";
import { t } from "../../words.js";
import { COLOURS, isUnsettled, mayChoose, openingWords } from "../match/swap2.js";
import { stone } from "../seats.js";

/** @param {import("../controls/game_page.js").GamePage} page */
export function swap2Panel({ client, match }) {
  const busy = signal(false);
  const choose = async (choice) => {
    if (busy.peek()) return;
    busy.value = true;
    await match.choose(choice);
    busy.value = false;
  };
  const button = (choice, look) => html`<button
    class=${`btn ${look}`}
    type="button"
    data-choice=${choice}
    ?disabled=${() => busy.value}
    @click=${() => choose(choice)}
  >${COLOURS[choice] ? stone("gomoku", COLOURS[choice], true) : null}${t(
    `page.action.take_${choice}`,
  )}</button>`;
  // On a small phone the choices may start below the fold.
  const asks = computed(() => mayChoose(client, "black"));
  effect(() => {
    if (!asks.value) return;
    requestAnimationFrame(() =>
      document.querySelector(".opening .choices")?.scrollIntoView({ block: "nearest" }),
    );
  });
  const sentence = () => (isUnsettled(client.match.value) ? openingWords(client) : "");
  return html`<section class="opening" aria-label=${t("page.swap2.head")}>
    <h2>${t("page.swap2.head")}</h2>
    <p class="asks">${sentence}</p>
    ${() =>
      asks.value
        ? html`<div class="row wrap choices" role="group" aria-label=${t("page.swap2.choices")}>
            ${button("black", "white")}${button("white", "white")}
            ${mayChoose(client, "two") ? button("two", "plain") : null}
          </div>
          <p class="small">${t("page.swap2.stone")}</p>`
        : html`<p class="small">${t("page.swap2.about")}</p>`}
  </section>`;
}
