/** "Write an opponent": a button beside each piece of code that copies it. */

import "./bar.js";

const { copy, copied } = document.querySelector("main").dataset;

for (const code of navigator.clipboard ? document.querySelectorAll("pre > code") : []) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn white copy";
  button.textContent = copy;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = copied;
    setTimeout(() => {
      button.textContent = copy;
    }, 2000);
  });
  const frame = document.createElement("div");
  frame.className = "code";
  code.parentElement.before(frame);
  frame.append(code.parentElement, button);
}
