/** The dialog that picks a player: levels, own strategies, the engine, people, other strategies. */

import { html, signal } from "../../dom.js";
import { t, write } from "../../words.js";
import { field, toggle } from "../../ui/form_controls.js";
import { icon } from "../../ui/icons.js";
import { openSheet } from "../../ui/dialogs.js";
import { strategiesFor } from "../../player_names.js";

/** Parameters that make no difference to an opponent. */
const FOR_PROGRAMS = ["threads", "memory", "every_value", "variety"];

/**
 * Opens the dialog; resolves to "me", "open", the text of a strategy, or null when cancelled.
 * @param {{ title: string, game: { name: string }, current: string, note?: string,
 *   people?: boolean }} options
 */
export async function openPicker({ title, game, current, note, people = true }) {
  const known = await strategiesFor(game.name);
  let chosen = null;
  const { closed } = openSheet(title, (close) => {
    const choose = (player) => {
      chosen = player;
      close();
    };
    return body(known, { current, note, people, choose });
  });
  await closed;
  return chosen;
}

function body(known, { current, note, people, choose }) {
  const of = (group) => known.filter((entry) => entry.group === group);
  const rest = of("other");
  const isOther = rest.some((entry) => entry.name === called(current));
  return html`<div class="picker">
    <ul class="people">
      ${of("level").map((entry, _, all) =>
        row(entry, { current, choose, lead: pips(entry.level, all.length) }),
      )}
      ${of("openspace").map((entry, at) => row(entry, { current, choose, lead: pips(at + 1, 3) }))}
    </ul>
    <hr />
    <ul class="people">
      ${of("own").map((entry) => withParameters(entry, { current, choose, lead: icon("board") }))}
      ${of("engine").map((entry) => withParameters(entry, { current, choose, lead: icon("cube") }))}
      ${people
        ? [
            personRow("person", "here", current === "me", () => choose("me")),
            personRow("link", "link", current === "open", () => choose("open")),
          ]
        : null}
    </ul>
    <details ?open=${isOther}>
      <summary>${icon("down")}<span>${t("page.pick.others")}</span></summary>
      <ul class="people">
        ${rest.map((entry) => withParameters(entry, { current, choose, lead: icon("board") }))}
      </ul>
    </details>
    ${note ? html`<p class="small">${note}</p>` : null}
  </div>`;
}

function called(text) {
  return String(text).split("(")[0];
}

function pips(level, most) {
  const dot = (_, at) => html`<i class=${at < level ? "on" : ""}></i>`;
  const dots = Array.from({ length: most }, dot);
  return html`<span class="pips" aria-hidden="true">${dots}</span>`;
}

function row(entry, { current, choose, lead }) {
  const chosen = entry.text === current;
  return html`<li>
    <button class="person" type="button" aria-pressed=${String(chosen)} ?autofocus=${chosen}
      @click=${() => choose(entry.text)}>
      <span class="lead">${lead}</span>
      <span class="words"><b>${write(entry.title)}</b><small>${write(entry.about)}</small></span>
      ${rating(entry.rating)}
      ${chosen ? icon("check") : null}
    </button>
  </li>`;
}

/** The rating measured by the ladder, with its error in the tool tip. */
function rating(measured) {
  if (!measured) return null;
  const { elo, error95: error, board, apart } = measured;
  const words = t(apart ? "page.pick.rating.apart" : "page.pick.rating", { elo, error, board });
  return html`<small class="rating num" title=${words}>${elo}<span class="visually"> ${words}</span></small>`;
}

function personRow(picture, where, chosen, run) {
  return html`<li>
    <button class="person" type="button" aria-pressed=${String(chosen)} ?autofocus=${chosen}
      @click=${run}>
      <span class="lead">${icon(picture)}</span>
      <span class="words"><b>${t(`page.pick.${where}`)}</b><small>${t(
        `page.pick.${where}.about`,
      )}</small></span>
      ${chosen ? icon("check") : null}
    </button>
  </li>`;
}

/** A strategy with parameters: its name picks it as it is, the fields change them. */
function withParameters(entry, { current, choose, lead }) {
  if (!entry.available) {
    return html`<li class="person off" aria-disabled="true">
      <span class="lead">${lead}</span>
      <span class="words"><b>${write(entry.title)}</b><small>${write(entry.about)}</small></span>
    </li>`;
  }
  const shown = entry.parameters.filter((each) => !FOR_PROGRAMS.includes(each.name));
  const given = called(current) === entry.name ? argumentsOf(current) : {};
  const values = signal({ ...given });
  const isCurrent = called(current) === entry.name;
  const text = () => textOf(entry, values.peek());
  const set = (name) => (value) => (values.value = { ...values.peek(), [name]: value });
  const parts = { current: isCurrent ? entry.text : "", lead, choose: () => choose(text()) };
  if (!shown.length) return row(entry, parts);
  const setUp = t("page.pick.setup", { name: write(entry.title) });
  return html`${row(entry, parts)}
    <li class="setup">
      <details ?open=${isCurrent}>
        <summary>${icon("down")}<span>${setUp}</span></summary>
        <div class="fields">
          ${shown.map((each) => input(each, () => values.value[each.name], set(each.name)))}
          <div class="row end">
            <button class="btn white" type="button" @click=${() => choose(text())}>
              ${t("page.pick.take")}</button>
          </div>
        </div>
      </details>
    </li>`;
}

function input(parameter, get, set) {
  const { name, kind, default: usual, minimum, maximum, choices } = parameter;
  const label = parameterName(name);
  if (kind === "bool") {
    return toggle(label, null, () => (get() ?? String(usual)) === "true", (on) => set(String(on)));
  }
  if (kind === "choice") {
    return html`<label class="field line"><span class="label">${label}</span>
      <select @change=${(event) => set(event.target.value)}>
        ${choices.map(
          (choice) =>
            html`<option value=${choice} ?selected=${(get() ?? usual) === choice}>
              ${valueName(choice)}</option>`,
        )}
      </select></label>`;
  }
  const number = kind === "int" || kind === "float";
  const limits = minimum === undefined ? "" : t("page.pick.limits", { minimum, maximum });
  const full = limits ? t("page.pick.limited", { label, limits }) : label;
  return field(full, number ? "number" : "text", get, set, {
    minimum,
    maximum,
    step: kind === "float" ? "any" : number ? 1 : undefined,
    hint: usual === null ? "" : String(usual),
  });
}

/** The label of a parameter; those of path bots are not in the catalogue. */
function parameterName(name) {
  return write({ key: `page.pick.parameter.${name}`, text: name.replaceAll("_", " ") });
}

function valueName(value) {
  return write({ key: `page.pick.value.${value}`, text: value });
}

/** minimax(depth=3, evaluate=discs) -> {depth: "3", evaluate: "discs"} */
function argumentsOf(text) {
  const inside = /\((.*)\)$/.exec(text)?.[1] ?? "";
  const pairs = inside.split(",").map((part) => part.split("=").map((word) => word.trim()));
  return Object.fromEntries(pairs.filter((pair) => pair.length === 2));
}

function textOf(entry, values) {
  const given = Object.entries(values).filter(([, value]) => String(value ?? "").trim() !== "");
  const parts = given.map(([name, value]) => `${name}=${String(value).trim()}`);
  return parts.length ? `${entry.name}(${parts.join(", ")})` : entry.text;
}
