/** The dialog that opens something to analyse: an empty board, a text, a file, a link, an own study. */
import { each, html, signal } from "../../dom.js";
import { openSheet } from "../../ui/dialogs.js";
import { icon } from "../../ui/icons.js";
import { t, write } from "../../words.js";
import { forgetStudy, keptStudies } from "../keep.js";
import { storeStudy } from "../store.js";

const GAMES = ["gomoku", "othello", "pentomino"];
/** Bytes; a file becomes a third longer on its way. */
const LARGEST_FILE = 700_000;
const LARGEST_TEXT = 900_000;
const EXAMPLE = "(;GM[4]SZ[15];B[hh];W[ig])";

export function openStudy() {
  const trouble = signal("");
  const busy = signal(false);
  const which = signal(false);
  const kept = signal(keptStudies());
  /** @type {any} */
  let form;

  async function store(source) {
    busy.value = true;
    trouble.value = "";
    const game = form.querySelector("select")?.value;
    try {
      location.assign(await storeStudy(game ? { ...source, game } : source));
    } catch (error) {
      trouble.value = write(error.words ?? { text: String(error) });
      // A list of moves does not name its game.
      if (error.code === "format.which_game") which.value = true;
    } finally {
      busy.value = false;
    }
  }

  async function take(file) {
    if (!file) return;
    if (file.size > LARGEST_FILE) {
      trouble.value = t("page.open.too_large", { most: LARGEST_FILE / 1000 });
      return;
    }
    await store({ file: await base64(file), name: file.name });
  }

  const submit = (event) => {
    event.preventDefault();
    const text = form.querySelector("textarea").value;
    if (text.length > LARGEST_TEXT) trouble.value = t("page.open.too_large", { most: LARGEST_TEXT / 1000 });
    else store({ text });
  };
  const drop = (event) => {
    event.preventDefault();
    form.classList.remove("over");
    take(event.dataTransfer.files[0]);
  };
  const over = (event) => {
    event.preventDefault();
    form.classList.toggle("over", event.type === "dragover");
  };

  openSheet(t("page.study.open"), () => {
    const body = html`<div class="fields">
      <h3>${t("page.study.open.empty")}</h3>
      <div class="row wrap">
        ${GAMES.map(
          (game) => html`<a class="btn white compact" href=${`/analyse?game=${game}`}
            >${t(`game.title.${game}`)}</a>`,
        )}
      </div>
      <form class="paste" @submit=${submit} @drop=${drop} @dragover=${over} @dragleave=${over}>
        <label for="study-text">${t("page.study.open.text")}</label>
        <textarea id="study-text" rows="4" spellcheck="false" autocapitalize="off" required
          placeholder=${EXAMPLE}></textarea>
        ${() =>
          which.value
            ? html`<select aria-label=${t("page.open.which")}>
                ${GAMES.map((game) => html`<option value=${game}>${t(`game.title.${game}`)}</option>`)}
              </select>`
            : null}
        <p class="trouble" role="alert">${() => trouble.value}</p>
        <div class="row wrap">
          <label class="btn plain file">
            <input class="visually" type="file" @change=${(event) => take(event.target.files[0])} />
            ${t("page.open.file")}
          </label>
          <span class="quiet small hint">${t("page.open.drop")}</span>
          <span class="grow"></span>
          <button class="btn black" ?disabled=${() => busy.value}>${t("page.open.read")}</button>
        </div>
      </form>
      ${() => (kept.value.length ? html`<h3>${t("page.study.mine")}</h3>` : null)}
      <ul class="kept-list">${each(
        () => kept.value,
        ({ id }) => id,
        (one) => keptRow(one, kept),
      )}</ul>
    </div>`;
    form = body.querySelector("form");
    return body;
  });
}

function keptRow(one, kept) {
  const { id, title, game, moves, at } = one.peek();
  const remove = () => {
    forgetStudy(id);
    kept.value = keptStudies();
  };
  const day = new Date(at).toLocaleDateString(document.documentElement.lang);
  return html`<li><a href=${`/analyse/${id}`}><b>${title || t(`game.title.${game}`)}</b>
    <small>${t("page.study.mine.row", { game: t(`game.title.${game}`), n: moves, day })}</small></a>
    <button class="icon-btn" type="button" aria-label=${t("page.open.mine.forget")}
      @click=${remove}>${icon("close")}</button></li>`;
}

/** @param {Blob} file @returns {Promise<string>} */
function base64(file) {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(file);
  });
}
