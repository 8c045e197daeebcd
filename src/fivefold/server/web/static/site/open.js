/** “Open a game”: from text or a file, from this browser, or from the public games. */

import "./bar.js";
import { mount, html } from "../dom.js";
import { loadWords } from "../words.js";
import { paste } from "./paste.js";
import { mine, publicGames } from "./lists.js";

await loadWords();
mount(/** @type {HTMLElement} */ (document.getElementById("open")), () => html`${paste()} ${mine()} ${publicGames()}`);
