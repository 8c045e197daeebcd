/** “Open a game”: from text or a file, or from the public games. */

import "./bar.js";
import { mount, html } from "../dom.js";
import { loadWords } from "../words.js";
import { paste } from "./paste.js";
import { publicGames } from "./lists.js";

await loadWords();
mount(/** @type {HTMLElement} */ (document.getElementById("open")), () => html`${paste()} ${publicGames()}`);
