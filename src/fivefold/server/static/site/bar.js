/**
 * The bar of the site's pages: the theme switch.
 *
 * It keeps the theme where game/keep.js does, among the settings, but without loading that and all
 * it stands on: the landing page is to be small.
 */

const KEPT = "fivefold.settings";
const THEMES = ["system", "light", "dark", "contrast"];
const { dataset } = document.documentElement;
const button = document.getElementById("theme");

function settings() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

function choose(theme) {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...settings(), theme }));
  } catch {
    // Full or forbidden: it holds until the page is left.
  }
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  name();
}

function name() {
  const words = button.dataset[dataset.theme ?? "system"];
  button.setAttribute("aria-label", words);
  button.title = words;
}

name();
button.hidden = false;
button.addEventListener("click", () => {
  const now = THEMES.indexOf(dataset.theme ?? "system");
  choose(THEMES[(now + 1) % THEMES.length]);
});
