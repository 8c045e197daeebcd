// Runs before the first paint, so that no page flashes in the wrong colours. Not a module: those
// wait until the page is read.
(() => {
  let settings = {};
  try {
    settings = JSON.parse(localStorage.getItem("fivefold.settings")) || {};
  } catch {
    // A browser that keeps nothing follows the system.
  }
  const wants = (query) => matchMedia(query).matches;
  const theme = settings.theme || (wants("(prefers-contrast: more)") ? "contrast" : "system");
  if (theme !== "system") document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.skin = settings.skin || "wood";
  if (settings.textures) document.documentElement.dataset.textures = "strong";
})();
