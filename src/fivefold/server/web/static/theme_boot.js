// Applies the theme before the first paint. A classic script, because modules are deferred until
// the page is parsed.
(() => {
  /** @type {Record<string, any>} */
  let settings = {};
  try {
    settings = JSON.parse(localStorage.getItem("fivefold.settings") ?? "null") || {};
  } catch {
    // Without storage the theme follows the system.
  }
  const wants = (query) => matchMedia(query).matches;
  const theme = settings.theme || (wants("(prefers-contrast: more)") ? "contrast" : "system");
  if (theme !== "system") document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.skin = settings.skin || "wood";
  if (settings.textures) document.documentElement.dataset.textures = "strong";
})();
