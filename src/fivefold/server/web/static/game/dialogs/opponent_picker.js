/** The dialog that picks a player: a level, an opponent for study, a program, an own one, a person. */

import { computed, effect, html, signal } from "../../dom.js";
import { lastOrder } from "../../local_storage.js";
import { strategiesFor } from "../../player_names.js";
import { openSheet } from "../../ui/dialogs.js";
import { icon } from "../../ui/icons.js";
import { t, write } from "../../words.js";
import { argumentsOf, called, input, parametersOf, textOf } from "./opponent_parameters.js";

const LEVEL = /^level\((?:n=)?(\d+)\b/;
const FIRST_LEVEL = 2;
/** Strategies that are the same as a level or as one of those for study. */
const REPEATED = ["random", "greedy"];

/**
 * Opens the dialog; resolves to "me", "open", the text of a strategy, or null when cancelled.
 * @param {{ title: string, game: { name: string }, current: string, note?: string,
 *   people?: boolean }} options
 */
export async function openPicker({ title, game, current, note = "", people = true }) {
  const choice = new Choice(await strategiesFor(game.name), game.name, current);
  let chosen = null;
  const { closed } = openSheet(
    title,
    (close) => {
      const choose = (event) => {
        event.preventDefault();
        chosen = choice.text();
        close();
      };
      return body(choice, { note, people, choose });
    },
    "wide",
  );
  await closed;
  return chosen;
}

/** What is chosen in the dialog, and the settings of what could be. */
class Choice {
  constructor(known, game, current) {
    this.known = known;
    const levelIn = (text) => Number(LEVEL.exec(text ?? "")?.[1]) || 0;
    this.level = signal(levelIn(current) || levelIn(lastOrder(game)?.opponent) || FIRST_LEVEL);
    /** The parameters given to each opponent. @type {Map<string, Signal<any>>} */
    this.values = new Map();
    for (const entry of known) {
      const given = called(current) === entry.name ? argumentsOf(current) : {};
      const depth = entry.depth && { depth: String(entry.depth.default) };
      this.values.set(entry.text, signal({ ...depth, ...given }));
    }
    const entry =
      known.find((each) => each.text === current) ??
      known.find((each) => each.name === called(current) && each.group !== "level");
    const isPerson = current === "me" || current === "open";
    /** "level", "me", "open" or the text of an opponent without parameters. */
    this.key = signal(isPerson ? current : levelIn(current) || !entry ? "level" : entry.text);
  }

  group(...names) {
    return this.known.filter((each) => names.includes(each.group));
  }

  get levels() {
    return this.group("level");
  }

  get levelEntry() {
    return this.levels.find((each) => each.level === this.level.value) ?? this.levels[0];
  }

  text() {
    const key = this.key.value;
    if (key === "level") return this.levelEntry.text;
    if (key === "me" || key === "open") return key;
    return textOf(this.#entry(), this.values.get(key)?.value);
  }

  /** The words of the button. */
  words() {
    const key = this.key.value;
    if (key === "level") return t("page.pick.play.level", { level: this.levelEntry.level });
    if (key === "me" || key === "open") return t(`page.pick.play.${key}`);
    return t("page.pick.play", { name: write(this.#entry().title) });
  }

  #entry() {
    return this.known.find((each) => each.text === this.key.value);
  }
}

function body(choice, { note, people, choose }) {
  const extra = choice.group("other").filter((each) => !REPEATED.includes(each.name));
  return html`<form class="picker" @submit=${choose}>
    ${levelCard(choice)}
    <div class="picker-columns">
      <div>
        ${section("study", choice.group("study").map((entry) => row(choice, entry)))}
        ${extra.length
          ? html`<details class="picker-more">
              <summary>${icon("down")}<span>${t("page.pick.others")}</span></summary>
              ${extra.map((entry) => row(choice, entry))}
            </details>`
          : null}
        ${section("programs", choice.group("program").map((entry) => row(choice, entry)))}
      </div>
      <div>
        ${people ? section("people", persons(choice)) : null}
        ${section(
          "own",
          choice.group("own").map((entry) => row(choice, entry)),
          html`<a class="link" href="/write" target="_blank" rel="noopener">${t("page.landing.write")}</a>`,
        )}
      </div>
    </div>
    <div class="picker-foot">
      <p class="small">${note}</p>
      <button class="btn black">${() => choice.words()}</button>
    </div>
  </form>`;
}

/**
 * A group of opponents under its heading; without opponents only if there is a link to some.
 * @param {string} name @param {any[]} rows @param {any} link
 */
function section(name, rows, link = null) {
  if (!rows.length && !link) return null;
  return html`<section class="picker-group">
    <h3>${t(`page.pick.group.${name}`)}${link}</h3>
    ${rows}
  </section>`;
}

/** The slider of the levels with one description and the measured rating. */
function levelCard(choice) {
  const { levels } = choice;
  const highest = levels.length;
  const entry = () => choice.levelEntry;
  const set = (event) => {
    choice.level.value = Number(event.target.value);
    choice.key.value = "level";
  };
  const card = html`<fieldset
    class=${() => (choice.key.value === "level" ? "level-card on" : "level-card")}
  >
    <legend class="visually">${t("page.pick.level")}</legend>
    <div class="level-head">
      <b>${() => write(entry().title)}</b>
      <span class="grow"></span>
      ${() => rating(entry().rating)}
    </div>
    <p>${() => write(entry().about)}</p>
    <div class="level-slider">
      <span class="level-dots" aria-hidden="true">${levels.map(
        (each) => html`<i class=${() => (each.level <= choice.level.value ? "on" : "")}></i>`,
      )}</span>
      <input
        type="range"
        min="1"
        max=${highest}
        step="1"
        aria-label=${t("page.pick.level")}
        aria-valuetext=${() => write(entry().title)}
        .value=${() => String(choice.level.value)}
        ?autofocus=${choice.key.peek() === "level"}
        @input=${set}
        @click=${set}
      />
      <span class="level-stone num" aria-hidden="true">${() => choice.level.value}</span>
    </div>
    <div class="level-ends" aria-hidden="true">
      <span>${t("page.pick.level.lowest")}</span><span>${t("page.pick.level.highest", { level: highest })}</span>
    </div>
  </fieldset>`;
  const slider = /** @type {HTMLElement} */ (card.querySelector(".level-slider"));
  effect(() => {
    const part = highest > 1 ? (choice.level.value - 1) / (highest - 1) : 0;
    slider.style.setProperty("--part", String(part));
  });
  return card;
}

/** The rating measured by the ladder, with its error in the tool tip. */
function rating(measured) {
  if (!measured) return html`<small class="rating">${t("page.pick.unrated")}</small>`;
  const { elo, error95: error, board, apart } = measured;
  const words = t(apart ? "page.pick.rating.apart" : "page.pick.rating", { elo, error, board });
  return html`<small class="rating num" title=${words}>${t("page.pick.rated")} <b>${elo}</b><span
    class="visually"> ${words}</span></small>`;
}

/**
 * One opponent with its radio button; `aside` stands at the right.
 * @param {Choice} choice @param {string} key
 * @param {{ title: string, about: string, lead?: any, aside?: any, off?: boolean }} parts
 */
function option(choice, key, { title, about, lead = null, aside = null, off = false }) {
  const isChosen = () => choice.key.value === key;
  return html`<div class=${() => `option ${isChosen() ? "on" : ""} ${off ? "off" : ""}`}>
    <label>
      <input
        type="radio"
        name="opponent"
        .checked=${isChosen}
        ?autofocus=${choice.key.peek() === key}
        ?disabled=${off}
        @change=${() => (choice.key.value = key)}
      />
      ${lead}
      <span class="words"><b>${title}</b><small>${about}</small></span>
    </label>
    ${aside}
  </div>`;
}

/** An opponent with its rating, its depth and its other parameters. */
function row(choice, entry) {
  const values = /** @type {Signal<any>} */ (choice.values.get(entry.text));
  const set = (name, value) => {
    values.value = { ...values.peek(), [name]: value };
    choice.key.value = entry.text;
  };
  const { depth } = entry;
  const about = depth
    ? t("page.pick.depth.about", { about: write(entry.about), depth: depth.default })
    : [entry.about, entry.cage].filter(Boolean).map(write).join(" ");
  const measured = () => (depth ? depth.ratings[values.value.depth] : entry.rating);
  const aside = html`${() => rating(measured())}${depth ? stepper(entry, values, set) : null}`;
  const shown = parametersOf(entry);
  const setUp = t("page.pick.setup", { name: write(entry.title) });
  return html`${option(choice, entry.text, {
    title: write(entry.title),
    about,
    aside,
    off: !entry.available,
  })}
  ${entry.trouble
    ? html`<details class="set-up trouble">
        <summary>${icon("down")}<span>${t("page.pick.trouble")}</span></summary>
        <p>${write(entry.trouble)}</p>
      </details>`
    : null}
  ${shown.length
    ? html`<details class="set-up">
        <summary>${icon("down")}<span>${setUp}</span></summary>
        <div class="fields">
          ${shown.map((each) =>
            input(each, () => values.value[each.name], (value) => set(each.name, value)),
          )}
        </div>
      </details>`
    : null}`;
}

/** The depth between its bounds, one step at a time. */
function stepper({ title, depth }, values, set) {
  const now = () => Number(values.value.depth) || depth.default;
  const to = (next) => set("depth", String(Math.min(depth.maximum, Math.max(depth.minimum, next))));
  const name = write(title);
  const button = (sign, by, key, end) => html`<button
    type="button"
    aria-label=${t(key, { name })}
    ?disabled=${() => now() === end}
    @click=${() => to(now() + by)}
  >${sign}</button>`;
  const label = computed(() => t("page.pick.depth", { name, depth: now() }));
  return html`<span class="stepper">
    ${button("−", -1, "page.pick.depth.less", depth.minimum)}
    <output class="num" aria-label=${() => label.value}>${now}</output>
    ${button("+", 1, "page.pick.depth.more", depth.maximum)}
  </span>`;
}

function persons(choice) {
  const person = (key, where, picture) =>
    option(choice, key, {
      title: t(`page.pick.${where}`),
      about: t(`page.pick.${where}.about`),
      lead: icon(picture),
    });
  return [
    person("me", "here", "person"),
    person("open", "link", "link"),
    html`<a class="option to-lobby" href="/lobby">
      ${icon("people")}
      <span class="words"><b>${t("page.pick.lobby")}</b><small>${t("page.pick.lobby.about")}</small></span>
      ${icon("on")}
    </a>`,
  ];
}
