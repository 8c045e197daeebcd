/** The parameters of an opponent: its form fields, and the text that names it with them. */

import { html } from "../../dom.js";
import { field, toggle } from "../../ui/form_controls.js";
import { t, write } from "../../words.js";

/** Parameters that make no difference to an opponent. */
const FOR_PROGRAMS = ["threads", "memory", "every_value", "variety", "lines"];

/** The parameters to set up; the depth has a stepper of its own. */
export function parametersOf(entry) {
  const hidden = entry.depth ? [...FOR_PROGRAMS, "depth"] : FOR_PROGRAMS;
  return entry.parameters.filter((each) => !hidden.includes(each.name));
}

/** The name before the parameters. */
export function called(text) {
  return String(text).split("(")[0];
}

/** The form field of one parameter. */
export function input(parameter, get, set) {
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
export function argumentsOf(text) {
  const inside = /\((.*)\)$/.exec(text)?.[1] ?? "";
  const pairs = inside.split(",").map((part) => part.split("=").map((word) => word.trim()));
  return Object.fromEntries(pairs.filter((pair) => pair.length === 2));
}

/** The text of an opponent with these parameters. */
export function textOf(entry, values) {
  const given = Object.entries(values).filter(([, value]) => String(value ?? "").trim() !== "");
  const parts = given.map(([name, value]) => `${name}=${String(value).trim()}`);
  return parts.length ? `${entry.name}(${parts.join(", ")})` : entry.text;
}
