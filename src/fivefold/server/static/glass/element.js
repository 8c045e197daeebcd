/** The ground of the panels: properties that are signals, and contents that follow them. */
import { mount, signal } from "../dom.js";

export class Panel extends HTMLElement {
  /** Names of the properties and what they are at first. */
  static properties = {};

  constructor() {
    super();
    this.signals = {};
    for (const [name, value] of Object.entries(this.constructor.properties)) {
      // Whoever set a property before the element was defined meant it.
      const early = Object.hasOwn(this, name) ? this[name] : value;
      delete this[name];
      this.signals[name] = signal(early);
    }
  }

  /** Registers the element; its properties become accessors that effects can watch. */
  static define(tag) {
    for (const name of Object.keys(this.properties)) {
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        get() {
          return this.signals[name].value;
        },
        set(value) {
          this.signals[name].value = value;
        },
      });
    }
    if (!customElements.get(tag)) customElements.define(tag, this);
  }

  connectedCallback() {
    this.unmount ??= mount(this, () => this.draw());
  }

  disconnectedCallback() {
    this.unmount?.();
    this.unmount = null;
  }

  /** Tells the page: a bubbling event with its facts. */
  tell(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }

  draw() {
    return null;
  }
}
