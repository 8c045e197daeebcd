/**
 * The export menu: the game as a file, the position as an image, the last moves as an animation.
 * openExport(anchor, { match }, { study, node } or { game, start, moves }, with
 * { game, moves, ply, last }).
 */
import { ApiError, get } from "../api.js";
import { html, mount, signal } from "../dom.js";
import { newId } from "../notation.js";
import { place, walk } from "../ui/dialogs.js";
import { t, write } from "../words.js";
import { faster } from "./range.js";

const WITH_SGF = ["gomoku", "othello"];
const WITH_PSQ = ["gomoku"];
/** Moves in an animation. */
const ANIMATED = 10;
/** Formats that wait for their turn at the server. */
const QUEUED = ["png", "gif"];
/** Milliseconds between two questions about the place in the queue. */
const POLL = 1_000;

/** The request for a file: a path, and a body if the server does not store the game. */
export function exportRequest(format, context, /** @type {any} */ options = {}) {
  const { match, study, node, game, start, moves } = context;
  if (study) {
    // The server's node says where the position is; the whole tree needs none.
    const { ply, ...others } = options;
    const at = ply !== undefined || others.last !== undefined ? { node, ...others } : others;
    const query = new URLSearchParams(at);
    const path = `/api/studies/${encodeURIComponent(study)}/export/${format}`;
    return { path: query.size ? `${path}?${query}` : path, body: null };
  }
  if (match) {
    const query = new URLSearchParams(options);
    const path = `/api/matches/${encodeURIComponent(match)}/export/${format}`;
    return { path: query.size ? `${path}?${query}` : path, body: null };
  }
  const { name, rows, columns, rules } = game;
  const body = { game: name, size: `${rows}x${columns}`, rules, moves, ...options };
  return { path: `/api/export/${format}`, body: start ? { ...body, start } : body };
}

/** The file name in Content-Disposition, or a default. */
export function fileName(header, format) {
  const found = /filename\*?=(?:UTF-8'')?"?([^";]+)"?/i.exec(header ?? "");
  const name = found?.[1].replace(/[/\\]/g, "").trim();
  return name || `fivefold.${format === "moves" ? "txt" : format}`;
}

/** Reports how many files come before this one, until `stop` is called. @returns {() => void} */
function followQueue(id, report) {
  const timer = setInterval(async () => {
    // The file is complete, or has not reached the queue yet.
    const answer = await get(`/api/exports/${id}`).catch(() => null);
    if (answer) report(answer.before);
  }, POLL);
  return () => clearInterval(timer);
}

/** Downloads a file; throws an ApiError if there is none. */
export async function download(format, context, options) {
  const { path, body } = exportRequest(format, context, options);
  const init = body && {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  let answer;
  try {
    answer = await fetch(path, init ?? {});
  } catch {
    throw new ApiError(0, { code: "page.offline", message: "" });
  }
  if (!answer.ok) {
    const data = await answer.json().catch(() => null);
    throw new ApiError(answer.status, data?.error ?? { code: "page.unreadable", message: "" });
  }
  const blob = await answer.blob();
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = fileName(answer.headers.get("Content-Disposition"), format);
  link.click();
  // The browser may still be reading the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return link.download;
}

/** @param {HTMLElement} anchor the button that opens it */
export function openExport(anchor, context) {
  const open = /** @type {HTMLElement | null} */ (document.querySelector(".export-menu"));
  if (open) {
    open.hidePopover();
    return null;
  }
  const menu = document.createElement("div");
  menu.className = "export-menu";
  menu.popover = "auto";
  menu.setAttribute("role", "dialog");
  menu.setAttribute("aria-label", t("page.export.title"));
  const end = mount(menu, () => drawMenu(menu, context));
  menu.addEventListener("keydown", (event) => walk(event, menu));
  menu.addEventListener("toggle", (event) => {
    const isOpen = event.newState === "open";
    anchor.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) return;
    const focus = document.activeElement;
    if (menu.contains(focus) || focus === document.body) anchor.focus();
    end();
    menu.remove();
  });
  document.body.append(menu);
  menu.showPopover();
  place(menu, anchor);
  menu.querySelector("button")?.focus();
  return menu;
}

function drawMenu(menu, context) {
  const busy = signal(null);
  const trouble = signal(null);
  const before = signal(0);
  const speed = signal(1);
  const { game, moves } = context;
  const ply = context.ply ?? moves.length;
  const last = Math.min(context.last ?? ANIMATED, moves.length);

  async function fetchFile(format, options = {}) {
    if (busy.peek()) return;
    busy.value = format;
    trouble.value = null;
    before.value = 0;
    const id = QUEUED.includes(format) ? newId() : null;
    const stop = id ? followQueue(id, (n) => (before.value = n)) : () => {};
    try {
      await download(format, context, id ? { ...options, id } : options);
      menu.hidePopover();
    } catch (error) {
      trouble.value = error;
    } finally {
      stop();
      busy.value = null;
    }
  }

  const progress = () => {
    if (!busy.value) return "";
    return before.value ? t("page.export.waits", { n: before.value }) : t("page.export.busy");
  };

  const row = (format, words, about, options) => html`<button class="x-row" type="button"
    aria-busy=${() => (busy.value === format ? "true" : null)}
    @click=${() => fetchFile(format, options?.())}
    ><span>${words}</span><small>${about}</small></button>`;
  return html`
    <h3>${t("page.export.game")}</h3>
    ${WITH_SGF.includes(game.name) ? row("sgf", "SGF", t("page.export.sgf")) : null}
    ${WITH_PSQ.includes(game.name) ? row("psq", "PSQ", t("page.export.psq")) : null}
    ${row("moves", t("page.export.moves"), t("page.export.moves.about"))}
    ${row("json", "JSON", t("page.export.json"))}
    <h3>${ply ? t("page.export.position", { ply }) : t("page.export.start")}</h3>
    <div class="x-two">
      ${row("svg", "SVG", null, () => ({ ply }))}${row("png", "PNG", null, () => ({ ply }))}
    </div>
    ${
      last
        ? html`<h3>${t("page.export.last", { n: last })}</h3>
          <div class="x-two">
            ${row("gif", t("page.export.gif"), null, () => ({ last, speed: speed.peek() }))}
            <button class="x-speed" type="button"
              aria-label=${() => t("page.replay.speed", { speed: speed.value })}
              @click=${() => (speed.value = faster(speed.peek()))}
              >${() => `${speed.value}×`}</button>
          </div>`
        : null
    }
    ${() => drawTrouble(trouble.value)}
    <p class="x-progress" role="status">${progress}</p>`;
}

function drawTrouble(trouble) {
  return trouble ? html`<p class="g-trouble" role="alert">${write(trouble.words)}</p>` : null;
}
