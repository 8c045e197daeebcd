/** Asks for a name once, on the way to another person. It is never required. */

import { html } from "../../dom.js";
import { change, recall, remember, settings } from "../../local_storage.js";
import { openSheet } from "../../ui/dialogs.js";
import { t } from "../../words.js";

const LONGEST = 40;

/** Resolves once the name is given or declined; at once if it was asked for before. */
export async function askName() {
  if (settings.peek().name.trim() || recall("name.asked", false)) return;
  let name = "";
  const { closed } = openSheet(
    t("page.name.head"),
    (close) => html`<form @submit=${(event) => {
      event.preventDefault();
      if (name.trim()) change("name", name.trim());
      close();
    }}>
      <p class="small">${t("page.name.about")}</p>
      <label class="field line"><span class="label">${t("page.name.label")}</span>
        <input type="text" maxlength=${LONGEST} autocomplete="nickname" autofocus
          @input=${(event) => (name = event.target.value)} /></label>
      <div class="row end">
        <button class="btn plain" type="button" @click=${() => close()}>${t("page.name.guest")}</button>
        <button class="btn black">${t("page.name.use")}</button>
      </div>
    </form>`,
    "narrow",
  );
  await closed;
  remember("name.asked", true);
}
