/** The visible board inside the element; keeps the drawing's aspect ratio and has its shadow. */

export function makeFace(game, { width, height, corner }, drawing) {
  const face = document.createElement("div");
  const part = (whole) => `${(100 * corner) / whole}%`;
  face.className = `ff-face ff-${game}`;
  face.style.setProperty("--ff-ratio", String(width / height));
  face.style.borderRadius = `${part(width)} / ${part(height)}`;
  face.append(drawing);
  return face;
}
