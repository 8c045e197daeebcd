/** "Open a game": paste, choose or drop one; my games in this browser; public games now. */

import "./bar.js";
import { mount, html } from "../dom.js";
import { loadWords } from "../words.js";
import { paste } from "./paste.js";
import { mine, publicGames } from "./lists.js";

await loadWords();
mount(document.getElementById("open"), () => html`${paste()} ${mine()} ${publicGames()}`);
