/** The settings dialog. Settings are stored in this browser and apply at once. */

import { html } from "../../dom.js";
import { language, t } from "../../words.js";
import { field, segments, toggle } from "../../ui/form_controls.js";
import { change, settings } from "../../local_storage.js";
import { openSheet } from "../../ui/dialogs.js";
import { setNotices } from "../match/turn_notice.js";

const THEMES = ["system", "light", "dark", "contrast"];
const SKINS = ["wood", "flat", "ink"];
const LANGUAGES = ["en", "ko", "ja", "zh"];
const YEAR = 31_536_000;

export function openSettings() {
  openSheet(t("page.settings.head"), body);
}

function body() {
  const now = (name) => () => settings.value[name];
  const set = (name) => (value) => change(name, value);
  const theme = () => settings.value.theme ?? document.documentElement.dataset.theme ?? "system";
  const coordinates = () => settings.value.coordinates ?? matchMedia("(min-width: 720px)").matches;
  const row = (name, explained = false) => {
    const about = explained && t(`page.settings.${name}.about`);
    return toggle(t(`page.settings.${name}`), about, now(name), set(name));
  };
  return html`<div class="settings">
    ${segments(
      t("page.settings.theme"),
      THEMES.map((value) => ({ value, text: t(`page.settings.theme.${value}`) })),
      theme,
      set("theme"),
    )}
    <fieldset class="field">
      <legend class="label">${t("page.settings.board")}</legend>
      <div class="skins">
        ${SKINS.map(
          (skin) => html`<label class="skin">
            <input type="radio" name="skin" .checked=${() => settings.value.skin === skin}
              @change=${() => change("skin", skin)} />
            <i data-skin=${skin}></i><span>${t(`page.settings.skin.${skin}`)}</span>
          </label>`,
        )}
      </div>
    </fieldset>
    ${segments(
      t("page.settings.language"),
      LANGUAGES.map((value) => ({
        value,
        picture: html`<span lang=${value}>${t(`page.settings.language.${value}`)}</span>`,
      })),
      language,
      speak,
    )}
    ${field(t("page.settings.name"), "text", now("name"), set("name"), { longest: 40 })}
    ${toggle(t("page.settings.coordinates"), null, coordinates, set("coordinates"))}
    ${toggle(t("page.settings.notify"), t("page.settings.notify.about"), now("notify"), setNotices)}
    ${row("sound")} ${row("confirm", true)} ${row("textures", true)} ${row("letters", true)}
  </div>`;
}

function speak(chosen) {
  document.cookie = `lang=${chosen}; path=/; max-age=${YEAR}; samesite=lax`;
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  history.replaceState(null, "", address);
  location.reload();
}
