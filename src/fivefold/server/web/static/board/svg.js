/** Creates SVG elements and the basic shapes of the boards. */

const SPACE = "http://www.w3.org/2000/svg";

/** The side of a cell in drawing units; the viewBox scales it. */
export const CELL = 40;

/** An SVG element. Attributes that are null or undefined are omitted. */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

export function group(classes, ...children) {
  return svg("g", { class: classes }, ...children);
}

export function circle(x, y, r, classes, fill) {
  return svg("circle", { cx: x, cy: y, r, class: classes, fill });
}

/** A square centred on a point. */
export function square(x, y, side, corner, classes, fill) {
  const place = { x: x - side / 2, y: y - side / 2, width: side, height: side, rx: corner };
  return svg("rect", { ...place, class: classes, fill });
}

/** Text centred on a point. */
export function text(x, y, words, size, classes) {
  // Half a unit lower: digits have no descenders, so their optical centre is above the line's.
  return svg("text", { x, y: y + 0.5, "font-size": size, class: classes }, String(words));
}

export function path(d, classes, fill) {
  return svg("path", { d, class: classes, fill });
}

/** Rounds to a tenth, which keeps the markup short. */
export function short(number) {
  return Math.round(number * 10) / 10;
}

/** A pseudo-random generator of numbers from 0 to 1: the same seed, the same sequence. */
export function seeded(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}
