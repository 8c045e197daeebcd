/** Base class of the panels: custom elements whose properties are signals. */
import { mount, signal } from "../dom.js";

export class Panel extends HTMLElement {
  /** Property names and their initial values. @type {Record<string, any>} */
  static properties = {};

  /**
   * A base class with these properties, each an accessor that effects can watch.
   * @template P
   * @param {P} properties names and initial values
   * @returns {{ new (): Panel & P, define(tag: string): void }}
   */
  static with(properties) {
    class PanelWithProperties extends Panel {
      static properties = /** @type {any} */ (properties);
    }
    for (const name of Object.keys(PanelWithProperties.properties)) {
      Object.defineProperty(PanelWithProperties.prototype, name, {
        configurable: true,
        get() {
          return this.signals[name].value;
        },
        set(value) {
          this.signals[name].value = value;
        },
      });
    }
    return /** @type {any} */ (PanelWithProperties);
  }

  constructor() {
    super();
    /** @type {Record<string, Signal<any>>} */
    this.signals = {};
    /** @type {(() => void) | null} */
    this.unmount = null;
    const { properties } = /** @type {typeof Panel} */ (this.constructor);
    for (const [name, value] of Object.entries(properties)) {
      // A property set before the element was defined is an own property: it becomes the value.
      const own = /** @type {any} */ (this);
      const early = Object.hasOwn(own, name) ? own[name] : value;
      delete own[name];
      this.signals[name] = signal(early);
    }
  }

  /** Registers the element. */
  static define(tag) {
    if (!customElements.get(tag)) customElements.define(tag, this);
  }

  connectedCallback() {
    this.unmount ??= mount(this, () => this.draw());
  }

  disconnectedCallback() {
    this.unmount?.();
    this.unmount = null;
  }

  /** Dispatches a bubbling event. */
  tell(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }

  /** @returns {any} the contents */
  draw() {
    return null;
  }
}
