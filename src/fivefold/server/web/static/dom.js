/**
 * Rendering in three parts: signals, escaping templates, keyed lists.
 *
 *   const count = signal(0);
 *   mount(document.body, () => html`
 *     <button @click=${() => count.value++} ?disabled=${() => count.value > 9}>
 *       ${() => count.value}
 *     </button>`);
 *
 * A template is built once. A function among its values is an effect: when a signal it read
 * changes, only that text, attribute, property or region is updated. Values never become markup.
 * `@name` adds a listener, `.name` sets a property, `?name` toggles an attribute. A dynamic
 * attribute holds exactly one value and no text around it.
 */

/**
 * An effect, or the owner of the effects inside it; disposing of a scope disposes of those too.
 * @typedef {{ run: () => void, sources: Set<Set<Scope>>, inner: Set<Scope>, owner: Scope | null,
 *   depth: number, gone: boolean }} Scope
 */

/** @type {Scope | null} */
let current = null;
/** @type {Set<Scope> | null} */
let waiting = null;

/**
 * @template T
 * @param {T} value
 * @returns {Signal<T>}
 */
export function signal(value) {
  /** @type {Set<Scope>} */
  const readers = new Set();
  return {
    get value() {
      if (current && !current.gone) {
        readers.add(current);
        current.sources.add(readers);
      }
      return value;
    },
    set value(next) {
      if (Object.is(next, value)) return;
      value = next;
      batch(() => readers.forEach((scope) => waiting?.add(scope)));
    },
    peek: () => value,
  };
}

/**
 * Runs the changes, then once every effect that depends on them.
 * @template T
 * @param {() => T} change
 */
export function batch(change) {
  if (waiting) return change();
  waiting = new Set();
  try {
    return change();
  } finally {
    settle(waiting);
    waiting = null;
  }
}

/** Runs effects until none is left; they may change further signals. @param {Set<Scope>} scopes */
function settle(scopes) {
  while (scopes.size) {
    // Outermost first: it may dispose of scopes inside it.
    const next = [...scopes].reduce((outer, scope) => (scope.depth < outer.depth ? scope : outer));
    scopes.delete(next);
    if (next.gone) continue;
    try {
      next.run();
    } catch (trouble) {
      reportError(trouble);
    }
  }
}

/** @param {() => void} run @param {Scope | null} owner @returns {Scope} */
function newScope(run, owner = current) {
  const depth = owner ? owner.depth + 1 : 0;
  /** @type {Scope} */
  const scope = { run, sources: new Set(), inner: new Set(), owner, depth, gone: false };
  owner?.inner.add(scope);
  return scope;
}

/** Runs `read` now and after every change of a signal it read; returns the function that stops it. */
export function effect(read) {
  const scope = newScope(() => {
    forget(scope);
    within(scope, read);
  });
  scope.run();
  return () => dispose(scope);
}

/**
 * A signal derived from others; it changes only when its value does.
 * @template T
 * @param {() => T} read
 * @returns {Signal<T>}
 */
export function computed(read) {
  const result = /** @type {Signal<any>} */ (signal(undefined));
  effect(() => {
    result.value = read();
  });
  return result;
}

/** Runs `read` without depending on the signals it reads. */
export function untracked(read) {
  return within(null, read);
}

function within(scope, work) {
  const before = current;
  current = scope;
  try {
    return work();
  } finally {
    current = before;
  }
}

function forget(scope) {
  scope.sources.forEach((readers) => readers.delete(scope));
  scope.sources.clear();
  scope.inner.forEach(dispose);
}

function dispose(scope) {
  scope.gone = true;
  scope.owner?.inner.delete(scope);
  forget(scope);
}

/** Replaces the host's content by what `make` returns; returns the function that removes it. */
export function mount(host, make) {
  const place = newScope(() => {}, null);
  within(place, () => host.replaceChildren(...nodesOf(make())));
  return () => {
    dispose(place);
    host.replaceChildren();
  };
}

const templates = new WeakMap();
const ATTRIBUTE = /\s([@.?]?[A-Za-z][\w:-]*)=$/;

/** @returns {DocumentFragment & { firstElementChild: HTMLElement }} */
export function html(strings, ...values) {
  return build(strings, values, false);
}

/** The same inside an <svg>. */
export function svg(strings, ...values) {
  return build(strings, values, true);
}

/** @returns {any} */
function build(strings, values, inSvg) {
  let template = templates.get(strings);
  if (!template) {
    template = document.createElement("template");
    const markup = strings.reduce((done, text, place) => {
      if (place === strings.length - 1) return done + text;
      const name = ATTRIBUTE.exec(text)?.[1];
      if (!name) return `${done}${text}<!--${place}-->`;
      return `${done}${text.slice(0, -name.length - 1)}data-part-${place}="${name}"`;
    }, "");
    // The only markup that is parsed: the literal parts of a template, which hold no values.
    // eslint-disable-next-line no-restricted-properties
    template.innerHTML = inSvg ? `<svg>${markup}</svg>` : markup;
    if (inSvg) template.content.replaceChildren(...template.content.firstChild.childNodes);
    templates.set(strings, template);
  }
  const content = document.importNode(template.content, true);
  const places = [];
  const both = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT;
  const walker = document.createTreeWalker(content, both);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) places.push(node);
  for (const node of places) {
    if (node.nodeType === Node.COMMENT_NODE) {
      if (/^\d+$/.test(node.data)) bindChild(node, values[Number(node.data)]);
      continue;
    }
    for (const { name, value } of [...node.attributes]) {
      if (!name.startsWith("data-part-")) continue;
      node.removeAttribute(name);
      bindAttribute(node, value, values[Number(name.slice(10))]);
    }
  }
  return content;
}

function bindAttribute(node, name, value) {
  if (name[0] === "@") {
    node.addEventListener(name.slice(1), value);
    return;
  }
  const set = (now) => {
    if (name[0] === ".") node[name.slice(1)] = now;
    else if (name[0] === "?") node.toggleAttribute(name.slice(1), Boolean(now));
    else if (now === null || now === undefined || now === false) node.removeAttribute(name);
    else node.setAttribute(name, String(now));
  };
  if (typeof value === "function" && !value.asValue) effect(() => set(value()));
  else set(value);
}

/** Marks a function as a value, not an effect: `.describe=${asValue(f)}`. */
export function asValue(work) {
  const value = (...given) => work(...given);
  value.asValue = true;
  return value;
}

function bindChild(marker, value) {
  if (value?.isList) {
    value.bind(marker);
  } else if (typeof value === "function") {
    // Two comments mark the region: nested regions inside may grow and shrink.
    const start = document.createComment("");
    marker.before(start);
    effect(() => {
      const next = nodesOf(value());
      while (start.nextSibling !== marker) start.nextSibling?.remove();
      marker.before(...next);
    });
  } else {
    marker.replaceWith(...nodesOf(value));
  }
}

/** The nodes of a value. Text stays text, even if it looks like markup. @returns {any[]} */
function nodesOf(value) {
  if (value === null || value === undefined || value === false) return [];
  if (Array.isArray(value)) return value.flatMap(nodesOf);
  if (value.isList || typeof value === "function") {
    // A region or list needs a comment that keeps its place among its parent's nodes.
    const holder = document.createDocumentFragment();
    holder.append(document.createComment(""));
    bindChild(holder.firstChild, value);
    return [...holder.childNodes];
  }
  if (value instanceof DocumentFragment) return [...value.childNodes];
  if (value instanceof Node) return [value];
  return [document.createTextNode(String(value))];
}

/**
 * A list that keeps a node for each key: `each(() => moves.value, (m) => m.ply, (m) => html`…`)`.
 * `render` gets a signal of the item, so an item that changes is updated in place. It returns one
 * element.
 * @template T
 * @param {() => Iterable<T>} items
 * @param {(item: T) => any} key
 * @param {(item: Signal<T>) => any} render
 */
export function each(items, key, render) {
  return {
    isList: true,
    bind(marker) {
      let rows = new Map();
      const owner = current;
      effect(() => {
        const next = new Map();
        for (const item of items()) {
          const name = key(item);
          const row = rows.get(name) ?? newRow(item, render, owner);
          row.item.value = item;
          next.set(name, row);
        }
        for (const [name, row] of rows) if (next.get(name) !== row) row.remove();
        let place = marker;
        for (const { node } of [...next.values()].reverse()) {
          if (node.nextSibling !== place) place.before(node);
          place = node;
        }
        rows = next;
      });
    },
  };
}

function newRow(item, render, owner) {
  const kept = signal(item);
  const place = newScope(() => {}, owner);
  const node = within(place, () => nodesOf(render(kept)).find(({ nodeType }) => nodeType === 1));
  return {
    item: kept,
    node,
    remove() {
      dispose(place);
      node.remove();
    },
  };
}
