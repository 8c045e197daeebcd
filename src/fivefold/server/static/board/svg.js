/** SVG elements by script, and the few shapes every board needs. */

const SPACE = "http://www.w3.org/2000/svg";

/** One cell, in the units of the drawings; the viewBox scales it to the screen. */
export const CELL = 40;

/** Returns an SVG element. Attributes that are null or undefined are left out. */
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

/** A square of that side around a point. */
export function square(x, y, side, corner, classes, fill) {
  const place = { x: x - side / 2, y: y - side / 2, width: side, height: side, rx: corner };
  return svg("rect", { ...place, class: classes, fill });
}

/** Text with its middle on the point. */
export function text(x, y, words, size, classes) {
  // Half a unit lower: figures have no descenders, so their optical centre is above the line's.
  return svg("text", { x, y: y + 0.5, "font-size": size, class: classes }, String(words));
}

export function path(d, classes, fill) {
  return svg("path", { d, class: classes, fill });
}

/** Rounds to a tenth: nobody sees more, and the document stays short. */
export function short(number) {
  return Math.round(number * 10) / 10;
}

/** Numbers from 0 to 1, the same ones for the same seed. */
export function seeded(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}
