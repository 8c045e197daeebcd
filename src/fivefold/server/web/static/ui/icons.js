/** Line icons on a 24 × 24 grid. */

import { html } from "../dom.js";

const PATHS = {
  back: "m14 6-6 6 6 6",
  board: "M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16",
  check: "m5 12.5 4.5 4.5L19 7.5",
  close: "M6 6l12 12M18 6 6 18",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  cube: "M12 3 4 7.5v9L12 21l8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9",
  down: "m7 10 5 5 5-5",
  export: "M12 4v11M7 11l5 5 5-5M5 20h14",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5",
  find: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l4.5 4.5",
  flag: "M6 21V4M6 5h11l-2.5 4L17 13H6",
  gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M5.3 18.7l2.1-2.1M16.6 7.4l2.1-2.1",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3z",
  keyboard: "M3 6.5h18v11H3zM6.5 10h.01M10.2 10h.01M13.8 10h.01M17.5 10h.01M8 14h8",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1",
  mirror: "M12 3v18M8 7 3 17h5zM16 7l5 10h-5z",
  mark: "M12 5 4.5 18.5h15z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  moves: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  offline: "M3 3l18 18M8 8a5 5 0 0 0-2 9.5h9M11 6.2A5.5 5.5 0 0 1 17.4 11 3.8 3.8 0 0 1 20 16",
  on: "M5 12h14M13 6l6 6-6 6",
  pause: "M9 6v12M15 6v12",
  people: "M9.5 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M2.8 19.5c.7-3.4 3.4-5 6.7-5s6 1.6 6.7 5M16 4.8a3.3 3.3 0 0 1 0 6.4M17.8 14.8c1.9.7 3.1 2.2 3.5 4.7",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4.5 20.5c.8-4 3.9-6 7.5-6s6.7 2 7.5 6",
  play: "M8 5.5v13l10.5-6.5z",
  plus: "M12 5v14M5 12h14",
  redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  replay: "M4 12a8 8 0 1 0 2.5-5.8M4 3.5V8h4.5",
  rotate: "M20 12a8 8 0 1 1-2.5-5.8M20 3.5V8h-4.5",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  speed: "M4 6l7 6-7 6zM12 6l7 6-7 6z",
  swap: "M7 4 3 8l4 4M3 8h14M17 12l4 4-4 4M21 16H7",
  up: "M12 19V5M6 11l6-6 6 6",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
};

export function icon(name) {
  const dots = name === "more" || name === "moves" || name === "keyboard";
  return html`<svg class=${dots ? "icon dots" : "icon"} viewBox="0 0 24 24" aria-hidden="true">
    <path d=${PATHS[name]}></path></svg>`;
}
