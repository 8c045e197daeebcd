/**
 * The export menu: the game as a file, the position as a picture, the last moves as a film.
 * openExport(anchor, { match } or { game, start, moves }, with { game, moves, ply, last }).
 */
import { ApiError } from "../api.js";
import { html, mount, signal } from "../dom.js";
import { t, write } from "../words.js";
import { faster } from "./range.js";

const WITH_SGF = ["gomoku", "othello"];
const WITH_PSQ = ["gomoku"];
/** A whole game is a long film; the menu offers what people send each other. */
const FILM = 10;

/** Where a file comes from: an address, and for a game that is not kept, a body. */
export function exportRequest(format, context, options = {}) {
  const { match, game, start, moves } = context;
  if (match) {
    const query = new URLSearchParams(options);
    const path = `/api/matches/${encodeURIComponent(match)}/export/${format}`;
    return { path: query.size ? `${path}?${query}` : path, body: null };
  }
  const { name, rows, columns, rules } = game;
  const body = { game: name, size: `${rows}x${columns}`, rules, moves, ...options };
  return { path: `/api/export/${format}`, body: start ? { ...body, start } : body };
}

/** The name in Content-Disposition, or a plain one. */
export function fileName(header, format) {
  const found = /filename\*?=(?:UTF-8'')?"?([^";]+)"?/i.exec(header ?? "");
  const name = found?.[1].replace(/[/\\]/g, "").trim();
  return name || `fivefold.${format === "moves" ? "txt" : format}`;
}

/** Fetches a file and gives it to the browser to keep; raises ApiError when there is none. */
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
  // The browser has begun to save when the click returns, but may still read.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return link.download;
}

/** @param {HTMLElement} anchor the button that opens it */
export function openExport(anchor, context) {
  const open = document.querySelector(".export-menu");
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
  menu.querySelector("button").focus();
  return menu;
}

function drawMenu(menu, context) {
  const busy = signal(null);
  const trouble = signal(null);
  const speed = signal(1);
  const { game, moves } = context;
  const ply = context.ply ?? moves.length;
  const last = Math.min(context.last ?? FILM, moves.length);

  async function fetchFile(format, options = {}) {
    if (busy.peek()) return;
    busy.value = format;
    trouble.value = null;
    try {
      await download(format, context, options);
      menu.hidePopover();
    } catch (error) {
      trouble.value = error;
    } finally {
      busy.value = null;
    }
  }

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
    ${() => said(trouble.value)}
    <p class="g-unseen" role="status">${() => (busy.value ? t("page.export.busy") : "")}</p>`;
}

function said(trouble) {
  return trouble ? html`<p class="g-trouble" role="alert">${write(trouble.words)}</p>` : null;
}

function place(menu, anchor) {
  const spot = anchor.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const left = Math.min(Math.max(8, spot.right - width), innerWidth - width - 8);
  const below = spot.bottom + 6 + height <= innerHeight - 8;
  menu.style.left = `${left}px`;
  menu.style.top = `${below ? spot.bottom + 6 : Math.max(8, spot.top - 6 - height)}px`;
}

/** Moves the focus among the buttons with the arrow keys. */
function walk(event, menu) {
  const rows = [...menu.querySelectorAll("button")];
  const at = rows.indexOf(document.activeElement);
  const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  rows.at(step % rows.length).focus();
}
