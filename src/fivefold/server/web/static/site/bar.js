/**
 * The theme switch in the bar of the site's pages.
 *
 * It stores the theme where local_storage.js does, without importing that module and its imports,
 * to keep the landing page small.
 */

const SETTINGS = "fivefold.settings";
const THEMES = ["system", "light", "dark", "contrast"];
const { dataset } = document.documentElement;
const button = /** @type {HTMLElement} */ (document.getElementById("theme"));

function settings() {
  try {
    return JSON.parse(localStorage.getItem(SETTINGS) ?? "{}");
  } catch {
    return {};
  }
}

function choose(theme) {
  try {
    localStorage.setItem(SETTINGS, JSON.stringify({ ...settings(), theme }));
  } catch {
    // Full or forbidden: the choice lasts until the page is closed.
  }
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  label();
}

function label() {
  const words = button.dataset[dataset.theme ?? "system"] ?? "";
  button.setAttribute("aria-label", words);
  button.title = words;
}

label();
button.hidden = false;
button.addEventListener("click", () => {
  const now = THEMES.indexOf(dataset.theme ?? "system");
  choose(THEMES[(now + 1) % THEMES.length]);
});

for (const link of document.querySelectorAll(".sections a")) {
  const [, section] = String(link.getAttribute("href")).split("/");
  if (location.pathname.split("/")[1] === section) link.setAttribute("aria-current", "page");
}
