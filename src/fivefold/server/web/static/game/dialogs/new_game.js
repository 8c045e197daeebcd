/** The dialog for a new match: game, board, seats, opponent, clock, rules. */

import { batch, html, signal } from "../../dom.js";
import { t, write } from "../../words.js";
import { field, segments, toggle } from "../../ui/form_controls.js";
import { icon } from "../../ui/icons.js";
import { lastOrder } from "../../local_storage.js";
import { openPicker } from "./opponent_picker.js";
import { stone } from "../seats.js";
import { openSheet } from "../../ui/dialogs.js";
import { listGames, startMatch } from "../match/start_match.js";
import { FIRST_OPPONENT, machineName, strategiesFor } from "../../player_names.js";

const RULES = {
  gomoku: ["freestyle", "standard", "renju", "caro", "omok"],
  othello: ["standard", "mirrored"],
};
/** Opening protocols by game; without one, X simply moves first. */
const OPENINGS = { gomoku: ["swap2"] };
const CLOCKS = [null, "3+2", "5+3", "10+5", "10s"];
/** Instead of 10s against a person elsewhere. */
const DAYS = "3d";

/**
 * @param {any} now the game on the board, if any
 * @param {boolean} details whether to show clock and rules
 * @param {boolean} lobby whether to offer the other seat in the lobby
 */
export async function openNewGame(now, details = false, lobby = false) {
  const games = await listGames();
  const known = games.some((game) => game.name === now?.name);
  const form = new Form(games, known ? now.name : games[0].name, known ? now : null);
  await form.ready;
  if (lobby) {
    form.against.value = "open";
    form.public.value = true;
  }
  return openSheet(t("page.new.head"), (close) => body(form, close, details));
}

class Form {
  constructor(games, name, now) {
    this.games = games;
    this.name = signal(name);
    this.size = signal("");
    this.own = signal(false);
    this.rules = signal("");
    this.opening = signal(null);
    this.side = signal("X");
    this.against = signal(FIRST_OPPONENT);
    this.time = signal(null);
    this.ownTime = signal(false);
    this.public = signal(false);
    this.known = signal(/** @type {any[]} */ ([]));
    this.trouble = signal(null);
    this.take(name, now);
    this.ready = this.learn(name);
  }

  get game() {
    return this.games.find((each) => each.name === this.name.value);
  }

  /** Fills in the last settings for this game, or its defaults. */
  take(name, now) {
    const game = this.games.find((each) => each.name === name);
    const last = lastOrder(name) ?? {};
    const size = now?.rows ? `${now.rows}x${now.columns}` : (last.size ?? game.default.size);
    batch(() => {
      this.name.value = name;
      this.size.value = asSize(size);
      this.own.value = !offered(game).some((each) => each === asSize(size));
      this.rules.value = now?.rules ?? last.rules ?? game.default.rules ?? game.rules[0];
      this.opening.value = OPENINGS[name]?.includes(last.opening) ? last.opening : null;
      this.against.value = last.opponent ?? game.fitting;
      this.time.value = last.time ?? null;
      this.ownTime.value = ![...CLOCKS, DAYS].includes(this.time.value);
    });
    this.learn(name);
  }

  async learn(name) {
    this.known.value = await strategiesFor(name);
  }

  order() {
    const machine = this.against.value;
    const either = Math.random() < 0.5 ? "X" : "O";
    const side = this.side.value === "either" ? either : this.side.value;
    const order = { game: this.name.value, size: this.size.value, rules: this.rules.value };
    order.first = side === "X" ? "me" : machine;
    order.second = side === "X" ? machine : "me";
    if (this.side.value === "none") Object.assign(order, { first: machine, second: machine });
    if (this.time.value) order.time = this.time.value;
    if (this.opening.value) order.opening = this.opening.value;
    if (this.public.value) order.public = true;
    if (this.side.value === "none") order.pace = 1000;
    return order;
  }
}

/** 15 becomes 15x15; 6x10 stays. */
function asSize(text) {
  const words = String(text).toLowerCase().split("x");
  return words.length === 1 ? `${words[0]}x${words[0]}` : words.join("x");
}

function offered(game) {
  return game.sizes.map((each) => `${each.rows}x${each.columns}`);
}

function sizeText(text, game) {
  const [rows, columns] = text.split("x");
  if (game === "gomoku" && rows === "19") return t("page.new.omok", { size: rows });
  return rows === columns ? rows : `${rows}×${columns}`;
}

function body(form, close, details) {
  const start = async () => {
    form.trouble.value = null;
    try {
      await startMatch(form.order());
      close("started");
    } catch (error) {
      form.trouble.value = error.words ?? { text: String(error) };
    }
  };
  return html`<form class="new-game" @submit=${(event) => {
    event.preventDefault();
    start();
  }}>
    ${segments(
      t("page.new.game"),
      form.games.map((game) => ({ value: game.name, text: write(game.title) })),
      () => form.name.value,
      (name) => form.take(name),
    )}
    ${() => board(form)}
    ${() => sides(form)}
    <div class="field">
      <span class="label" id="against">${t("page.new.against")}</span>
      <button class="select" type="button" aria-describedby="against" @click=${() => pick(form)}>
        <b>${() => againstText(form)}</b>${icon("down")}
      </button>
    </div>
    <details class="more" ?open=${details}>
      <summary>${icon("down")}<span>${t("page.new.details")}</span><small>${() =>
        summary(form)}</small></summary>
      <div class="fields">
        ${() => clock(form)}
        ${() => rules(form)}
        ${() => opening(form)}
        ${toggle(
          t("page.new.public"),
          t("page.new.public.about"),
          () => form.public.value,
          (on) => (form.public.value = on),
        )}
      </div>
    </details>
    <p class="refused" role="alert">${() =>
      form.trouble.value ? write(form.trouble.value) : ""}</p>
    <div class="row end">
      <a class="link rules-link" target="_blank" rel="noopener" href=${() => rulesAddress(form)}>${() =>
        t("page.new.rules.about", { game: write(form.game.title) })}</a>
      <span class="grow"></span>
      <button class="btn plain" type="button" @click=${() => close()}>${t("page.cancel")}</button>
      <button class="btn black">${t("page.new.start")}</button>
    </div>
  </form>`;
}

function board(form) {
  const { game } = form;
  const sizes = offered(game);
  const own = () => form.own.value;
  return html`${segments(
    t("page.new.board"),
    [
      ...sizes.map((value) => ({ value, text: sizeText(value, game.name) })),
      { value: "own", text: t("page.new.own") },
    ],
    () => (own() ? "own" : form.size.value),
    (value) => {
      batch(() => {
        form.own.value = value === "own";
        if (value !== "own") form.size.value = value;
      });
    },
  )}
  ${() =>
    own()
      ? field(
          t("page.new.own.size", { sizes: write(game.size) }),
          "text",
          () => form.size.peek(),
          (value) => (form.size.value = asSize(value.trim())),
          { size: 6 },
        )
      : null}`;
}

function sides(form) {
  const { game } = form;
  const person = form.against.value === "me";
  if (person) return html`<p class="small">${t("page.new.shared")}</p>`;
  // Under swap2 the opener and the responder get their colours later.
  const swapping = form.opening.value === "swap2";
  const side = (seat) => ({
    value: seat,
    text: swapping
      ? t(seat === "X" ? "page.new.opener" : "page.new.responder")
      : write(game.players[seat]),
    picture: swapping ? null : stone(game.name, seat, true),
  });
  const choices = [side("X"), side("O"), { value: "either", text: t("page.new.either") }];
  if (form.against.value !== "open") choices.push({ value: "none", text: t("page.new.watch") });
  const set = (value) => (form.side.value = value);
  const label = t(swapping ? "page.new.part" : "page.new.side");
  return segments(label, choices, () => form.side.value, set);
}

async function pick(form) {
  const { name } = form.game;
  const player = await openPicker({
    title: t("page.new.against"),
    game: { name },
    current: form.against.peek(),
  });
  if (player) form.against.value = player;
}

function againstText(form) {
  const player = form.against.value;
  if (player === "me") return t("page.pick.here");
  if (player === "open") return t("page.pick.link");
  return machineName(player, form.known.value);
}

function clock(form) {
  const own = () => form.ownTime.value;
  const slow = form.against.value === "open" || form.time.peek() === DAYS;
  const clocks = slow ? [...CLOCKS.slice(0, -1), DAYS] : CLOCKS;
  return html`${segments(
    t("page.new.clock"),
    [
      ...clocks.map((value) => ({ value, text: clockText(value) })),
      { value: "own", text: t("page.new.own") },
    ],
    () => (own() ? "own" : form.time.value),
    (value) => {
      batch(() => {
        form.ownTime.value = value === "own";
        if (value !== "own") form.time.value = value;
      });
    },
  )}
  ${() =>
    own()
      ? field(t("page.new.clock.own"), "text", () => form.time.peek(), (value) => {
          form.time.value = value.trim() || null;
        })
      : null}`;
}

/** A time control in words: days are written out. */
function clockText(time) {
  const days = /^(\d+)d$/.exec(time ?? "");
  if (days) return t("page.new.clock.days.short", { n: Number(days[1]) });
  return time ?? t("page.new.clock.none");
}

function rules(form) {
  const { game } = form;
  if (game.rules.length < 2) return null;
  return segments(
    t("page.new.rules"),
    game.rules.map((value) => ({ value, text: ruleName(game.name, value) })),
    () => form.rules.value,
    (value) => (form.rules.value = value),
  );
}

function opening(form) {
  const known = OPENINGS[form.game.name];
  if (!known) return null;
  const choices = [null, ...known].map((value) => ({ value, text: openingName(value) }));
  const about = () => (form.opening.value ? t("page.swap2.about") : "");
  return html`${segments(
    t("page.new.opening"),
    choices,
    () => form.opening.value,
    (value) => (form.opening.value = value),
  )}
  <p class="small" ?hidden=${() => !about()}>${about}</p>`;
}

function openingName(name) {
  return name ? t("page.new.opening.swap2") : t("page.new.opening.none");
}

function summary(form) {
  const time = clockText(form.time.value);
  if (form.game.rules.length < 2) return time;
  const rules = ruleName(form.game.name, form.rules.value);
  if (!form.opening.value) return t("page.new.summary", { time, rules });
  const named = openingName(form.opening.value);
  return t("page.new.summary.opening", { time, rules, opening: named });
}

/** The page with the rules, opened at the chosen variant. */
function rulesAddress({ name, rules, opening }) {
  const variant = opening.value ?? rules.value.split(":")[0];
  return `/rules/${name.value}#${variant}`;
}

/** A rule set with its switches; unknown rules, as of a plug-in, are shown as they are. */
function ruleName(game, rules) {
  const [name, ...switches] = rules.split(":");
  if (!RULES[game]?.includes(name)) return rules;
  return [t(`page.rules.${game}.${name}`), ...switches].join(" ");
}
