/** “Write an opponent”: adds a copy button to each code block. */

import "./bar.js";

const { copy = "", copied = "" } = /** @type {HTMLElement} */ (document.querySelector("main")).dataset;

for (const code of navigator.clipboard ? document.querySelectorAll("pre > code") : []) {
  const block = /** @type {HTMLElement} */ (code.parentElement);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn white copy";
  button.textContent = copy;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent ?? "");
    button.textContent = copied;
    setTimeout(() => {
      button.textContent = copy;
    }, 2000);
  });
  const frame = document.createElement("div");
  frame.className = "code";
  block.before(frame);
  frame.append(block, button);
}
