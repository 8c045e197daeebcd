/**
 * Pages in three ideas: signals, templates that escape, keyed lists.
 *
 *   const count = signal(0);
 *   mount(document.body, () => html`
 *     <button @click=${() => count.value++} ?disabled=${() => count.value > 9}>
 *       ${() => count.value}
 *     </button>`);
 *
 * A template is built once. A value that is a function is watched: when a signal it read changes,
 * only that text, attribute, property or region changes. Values never become markup.
 * `@name` listens, `.name` sets a property, `?name` sets or removes an attribute; a dynamic
 * attribute is one value, without text around it.
 */

/**
 * What reads signals: an effect, or a place that owns the effects inside it.
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
 * @returns {{ value: T, peek(): T }}
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

/** Runs the changes and only then everything that reads what they changed, once. */
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

/** Runs what waits until nothing does; effects may change further signals. */
function settle(scopes) {
  while (scopes.size) {
    // The outermost first: it may take away what is inside it, which must not run any more.
    let next = null;
    for (const scope of scopes) if (!next || scope.depth < next.depth) next = scope;
    scopes.delete(next);
    if (next.gone) continue;
    try {
      next.run();
    } catch (trouble) {
      reportError(trouble);
    }
  }
}

/** @returns {Scope} */
function newScope(run, owner = current) {
  const depth = owner ? owner.depth + 1 : 0;
  const scope = { run, sources: new Set(), inner: new Set(), owner, depth, gone: false };
  owner?.inner.add(scope);
  return scope;
}

/** Runs `read` now and whenever a signal it read changes; returns what ends that. */
export function effect(read) {
  const scope = newScope(() => {
    forget(scope);
    within(scope, read);
  });
  scope.run();
  return () => dispose(scope);
}

/** A value made of other signals; it changes only when its result does. */
export function computed(read) {
  const result = signal(undefined);
  effect(() => {
    result.value = read();
  });
  return result;
}

/** Reads signals without watching them. */
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

/** Puts what `make` returns into the host, in place of what it had; returns what takes it out. */
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

/** @returns {DocumentFragment} */
export function html(strings, ...values) {
  return build(strings, values, false);
}

/** The same for the inside of an <svg>. */
export function svg(strings, ...values) {
  return build(strings, values, true);
}

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

/** Marks a function that is itself the value of a property: `.describe=${asValue(f)}`. */
export function asValue(work) {
  const value = (...given) => work(...given);
  value.asValue = true;
  return value;
}

function bindChild(marker, value) {
  if (value?.isList) {
    value.bind(marker);
  } else if (typeof value === "function") {
    // What is shown lies between two marks, for regions inside it may grow and shrink.
    const start = document.createComment("");
    marker.before(start);
    effect(() => {
      const next = nodesOf(value());
      while (start.nextSibling !== marker) start.nextSibling.remove();
      marker.before(...next);
    });
  } else {
    marker.replaceWith(...nodesOf(value));
  }
}

/** Returns the nodes of a value; text is text, whatever it looks like. */
function nodesOf(value) {
  if (value === null || value === undefined || value === false) return [];
  if (Array.isArray(value)) return value.flatMap(nodesOf);
  if (value.isList || typeof value === "function") {
    // What changes by itself needs a place among its parent's nodes, which its mark keeps.
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
 * A list whose nodes stay with their keys: `each(() => moves.value, (m) => m.ply, (m) => html`…`)`.
 * `render` gets a signal of the item, so a changed item of the same key is updated in place; it
 * returns one element.
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
  const node = within(place, () => nodesOf(render(kept)).find((each) => each.nodeType === 1));
  return {
    item: kept,
    node,
    remove() {
      dispose(place);
      node.remove();
    },
  };
}
