/**
 * The animations. The drawing is in its final state before an animation starts, so any of them can
 * be cut off at any time.
 */

const PLACE = 160;
const TURN = 220;
const TURN_STEP = 35;
const LINE = 280;
const GHOST_STEP = 60;
const RING = 600;
const DROP = "cubic-bezier(0.3, 1.4, 0.5, 1)";
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

const calm = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

export class Motion {
  /** @param {HTMLElement} host its attribute `still` asks for no motion */
  constructor(host) {
    this.host = host;
  }

  get still() {
    return this.host.hasAttribute("still") || Boolean(calm?.matches);
  }

  /** A stone comes down onto its shadow. */
  place(stone) {
    if (this.still) return;
    const [shadow, body] = stone.children;
    const timing = { duration: PLACE, easing: DROP };
    body.animate({ transform: ["scale(1.25)", "scale(1)"], opacity: [0.4, 1] }, timing);
    shadow.animate({ transform: ["scale(1.5)", "scale(1)"], opacity: [0, 1] }, timing);
  }

  /** A piece drops into place. */
  drop(piece) {
    if (this.still) return;
    const from = { transform: "translateY(-6px)", opacity: 0.4 };
    piece.animate([from, { transform: "none", opacity: 1 }], { duration: PLACE, easing: EASE });
  }

  /** The reverse of placing, in half the time; removes the node. */
  leave(node) {
    const lifted = node.classList.contains("ff-piece") ? "translateY(-6px)" : "scale(1.25)";
    node.classList.add("ff-leaving");
    if (this.still) return node.remove();
    const gone = { transform: lifted, opacity: 0 };
    const leaving = node.animate([{}, gone], { duration: PLACE / 2, easing: EASE });
    return ending(leaving, () => node.remove());
  }

  /**
   * A disc turns over: the old side narrows to its edge, then the new one widens.
   * @param {Element} before the old drawing; it is taken away
   * @param {number} distance in cells from the disc that turns it
   */
  turn(before, after, distance, quick) {
    if (this.still) {
      before.remove();
      return this.ring(after);
    }
    const pace = quick ? 0.5 : 1;
    const duration = (TURN / 2) * pace;
    const delay = TURN_STEP * pace * distance;
    before.classList.add("ff-leaving");
    const narrow = { transform: ["scaleX(1)", "scaleX(0)"] };
    /** @type {KeyframeAnimationOptions} */
    const closing = { duration, delay, easing: "ease-in", fill: "forwards" };
    ending(before.animate(narrow, closing), () => before.remove());
    const wide = { transform: ["scaleX(0)", "scaleX(1)"] };
    /** @type {KeyframeAnimationOptions} */
    const opening = { duration, delay: delay + duration, easing: "ease-out", fill: "backwards" };
    return after.animate(wide, opening);
  }

  /** With reduced motion a turned disc gets a ring for a moment. */
  ring(stone) {
    stone.classList.add("ff-turned");
    setTimeout(() => stone.classList.remove("ff-turned"), RING);
  }

  /** A line is drawn from its first to its last point. */
  drawLine(line) {
    if (this.still) return;
    line.setAttribute("pathLength", "1");
    const dashes = { strokeDasharray: ["1 1", "1 1"], strokeDashoffset: [1, 0] };
    line.animate(dashes, { duration: LINE, easing: EASE });
  }

  /** Ghosts appear one by one. */
  ghosts(nodes) {
    if (this.still) return;
    nodes.forEach((node, place) => {
      const timing = { duration: PLACE, delay: place * GHOST_STEP, easing: EASE };
      node.animate({ opacity: [0, 1] }, { ...timing, fill: "backwards" });
    });
  }

  /** The square of a refused move shakes twice, with its stone, and fades. */
  refuse(mark, shaken) {
    const shown = mark.animate({ opacity: [1, 1, 0] }, { duration: RING, fill: "forwards" });
    ending(shown, () => mark.remove());
    if (this.still) return;
    const way = ["0", "-3px", "3px", "-3px", "3px", "0"].map((x) => `translateX(${x})`);
    for (const node of [mark, ...shaken]) node.animate({ transform: way }, { duration: PLACE });
  }
}

/** Runs `work` when an animation ends or is cancelled. */
function ending(animation, work) {
  animation.finished.then(work, work);
}
