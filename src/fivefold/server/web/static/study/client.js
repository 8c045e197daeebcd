/**
 * The browser's copy of one study. Edits go to the server, which orders those of all editors; what
 * people write is shown at once, kept in this browser, and sent again after a lost connection.
 *
 * A draft has no address yet: it is stored with its first edit.
 */
import { post } from "../api.js";
import { batch, signal } from "../dom.js";
import { Connection } from "../game/match/connection.js";
import { newId } from "../notation.js";
import { OwnHistory } from "./history.js";
import { forgetCopy, keepCopy, keepStudy, keptCopy } from "./keep.js";
import { StudyTree } from "./tree.js";

/** Milliseconds. */
const KEEP_AFTER = 400;
/** Moves of the largest study of which this browser keeps a copy. */
const MOST_COPIED = 3_000;

export class StudyClient {
  /** @param {any} study the document @param {{ secret: string | null, draft?: any }} access */
  constructor(study, { secret, draft = null }) {
    this.secret = secret;
    /** What POST /api/studies needs to store the draft; null once it is stored. */
    this.draft = draft;
    /** The document without its nodes. */
    this.study = signal(study);
    this.tree = new StudyTree(study);
    /** Counts the changes of the tree. */
    this.changes = signal(0);
    this.canEdit = signal(Boolean(secret || draft));
    this.watching = signal(1);
    /** @type {Signal<ConnectionState>} */
    this.state = signal(/** @type {ConnectionState} */ ("connecting"));
    this.closingReason = signal(/** @type {Message | null} */ (null));
    /** Set when the study is gone. */
    this.missing = signal(/** @type {any} */ (null));
    this.history = new OwnHistory();
    /** The first node that the last edit brought. @type {number | null} */
    this.restored = null;
    /** Undos and redos under way. */
    this.taking = signal(0);
    /** @type {Promise<any>} */
    this.before = Promise.resolve();
    /** Complete views from the server, by node. @type {Map<number, PositionView>} */
    this.views = new Map();
    /** Counts the views that arrived. */
    this.viewed = signal(0);
    /** Edits that the server has not confirmed. @type {any[]} */
    this.unsent = [];
    /** The number of unsent edits. */
    this.waiting = signal(0);
    /** @type {((frame: any) => void)[]} */
    this.listeners = [];
    /** The node that is shown, kept with the copy. */
    this.shown = 0;
    this.timer = 0;
    /** Whether the kept copy is older than the tree. */
    this.stale = false;
    /** @type {Promise<void> | null} */
    this.storing = null;
    const copy = study.id ? keptCopy(study.id) : null;
    for (const edit of copy?.unsent ?? []) this.#expect(edit);
    addEventListener("pagehide", () => this.keepNow());
    this.connection = new Connection({
      greet: () => this.#greeting(),
      receive: (frame) => batch(() => this.#receive(frame)),
      changed: (state) => this.#connected(state),
    });
  }

  get id() {
    return this.study.peek().id;
  }

  get version() {
    return this.study.peek().version;
  }

  #greeting() {
    const { id, version } = this.study.peek();
    if (!id) return null;
    const { secret } = this;
    return { type: "follow", study: id, ...(secret && { secret }), since: version };
  }

  #connected(state) {
    const isNew = state === "live" && this.state.peek() !== "live";
    this.state.value = state;
    // What was written while the connection was lost is sent in order, each edit once.
    if (isNew) for (const edit of [...this.unsent]) this.#send(edit).catch(() => {});
  }

  #receive(frame) {
    if (frame.type === "study") this.#adopt(frame.study, frame.can_edit);
    else if (frame.type === "edited") this.#edited(frame);
    else if (frame.type === "following") this.watching.value = frame.watching;
    else if (frame.type === "bye") this.closingReason.value = frame.reason ?? null;
    else if (frame.type === "error" && frame.error?.code === "study.missing") {
      this.missing.value = frame.error;
    }
    this.listeners.forEach((listener) => listener(frame));
  }

  #adopt(study, canEdit) {
    this.tree = new StudyTree(study);
    this.study.value = { ...study, nodes: [] };
    this.canEdit.value = canEdit;
    this.views.clear();
    this.#changed();
  }

  #edited(frame) {
    const { changed = {}, undo = null, redo = null, version, node, view } = frame;
    const back = (changed.nodes ?? []).find(({ id }) => !this.tree.nodes.has(id));
    this.restored = back?.id ?? null;
    this.tree.apply(changed);
    if (node !== null && view) this.#see(node, view);
    const { headers, result } = this.study.peek();
    this.study.value = {
      ...this.study.peek(),
      version,
      undo,
      redo,
      headers: changed.headers ?? headers,
      result: changed.result ?? result,
    };
    this.#changed();
  }

  #changed() {
    this.changes.value = this.changes.peek() + 1;
    this.keep();
  }

  /** Keeps the study in this browser, after a moment without changes. */
  keep(hasChanged = true) {
    this.stale ||= hasChanged;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keepNow(), KEEP_AFTER);
  }

  /** Lists the study in this browser, and keeps a copy if it has changed. */
  keepNow() {
    const { id, headers, game } = this.study.peek();
    if (!id || !this.canEdit.peek()) return;
    const moves = this.tree.nodes.size - 1;
    const { secret, shown: node } = this;
    keepStudy({ id, title: headers.title, game: game.name, moves, node, ...(secret && { secret }) });
    if (!this.stale) return;
    this.stale = false;
    // Writing down thousands of moves would stop the page for a moment.
    if (moves > MOST_COPIED) forgetCopy(id);
    else keepCopy(id, { study: { ...this.study.peek(), nodes: this.tree.document() }, unsent: this.unsent });
  }

  #see(node, view) {
    this.views.set(node, view);
    this.viewed.value = this.viewed.peek() + 1;
  }

  /** The position after a node; what only the server knows of it arrives later. */
  view(node) {
    return this.views.get(node) ?? this.tree.view(node);
  }

  /** Requests the server's view of a position, with its legal moves. */
  async look(node) {
    if (this.views.has(node) || this.draft || this.tree.node(node)?.refused) return;
    try {
      const { view } = await this.connection.request({ type: "look", node });
      this.#see(node, view);
    } catch {
      // Without it the board shows the stones, and the next look may succeed.
    }
  }

  /** Stores the draft under an address of its own. */
  store() {
    if (!this.draft) return Promise.resolve();
    this.storing ??= this.#store().finally(() => (this.storing = null));
    return this.storing;
  }

  async #store() {
    const { study, secret } = await post("/api/studies", this.draft);
    this.draft = null;
    this.secret = secret;
    this.#adopt(study, true);
    this.keepNow();
    history.replaceState(null, "", `/analyse/${study.id}`);
    this.connection.send(this.#greeting());
  }

  /** Sends an edit; resolves with the node it is about. @param {any} edit */
  async edit(edit, options = { own: true }) {
    await this.store();
    const version = this.version;
    const frame = { id: newId(), version, ...edit };
    if (edit.op === "annotate") this.#expect(frame);
    const ack = await this.#send(frame);
    if (options.own && ack.version > version) this.history.edited(ack.version);
    this.#changed();
    return ack;
  }

  /** Shows what is written before the server has it. */
  #expect(frame) {
    this.unsent.push(frame);
    this.waiting.value = this.unsent.length;
    this.tree.annotate(frame.node, frame.notes);
    this.#changed();
  }

  async #send(frame) {
    const settle = () => {
      this.unsent = this.unsent.filter(({ id }) => id !== frame.id);
      this.waiting.value = this.unsent.length;
      this.keep();
    };
    try {
      const ack = await this.connection.request({ type: "edit", ...frame });
      settle();
      return ack;
    } catch (error) {
      // A lost connection keeps what was written; a refusal is final, and the tree is read again.
      if (error.code !== "page.lost" || frame.op !== "annotate") settle();
      if (error.code !== "page.lost" && frame.op === "annotate") this.reload();
      throw error;
    }
  }

  /** Reads the whole study again. */
  reload() {
    this.study.value = { ...this.study.peek(), version: 0 };
    const { id } = this.study.peek();
    const { secret } = this;
    this.connection.send({ type: "follow", study: id, ...(secret && { secret }) });
  }

  get #alone() {
    return this.watching.peek() <= 1;
  }

  /** The version that undo takes back, or null. */
  canUndo() {
    void this.changes.value;
    return this.canEdit.value ? this.history.toUndo(this.study.value.undo ?? null, this.#alone) : null;
  }

  canRedo() {
    void this.changes.value;
    return this.canEdit.value ? this.history.toRedo(this.study.value.redo ?? null, this.#alone) : null;
  }

  undo() {
    const note = (version, by) => this.history.wasUndone(version, by);
    return this.#inTurn(() => this.#takeBack(this.canUndo(), note));
  }

  redo() {
    const note = (version, by) => this.history.wasRedone(version, by);
    return this.#inTurn(() => this.#takeBack(this.canRedo(), note));
  }

  /** Runs after the undo or redo before it: which edit comes next depends on its answer. */
  #inTurn(work) {
    this.taking.value += 1;
    const done = this.before.then(work);
    this.before = done.catch(() => {}).finally(() => (this.taking.value -= 1));
    return done;
  }

  async #takeBack(version, note) {
    if (version === null) return null;
    try {
      const ack = await this.edit({ op: "undo", edit: version }, { own: false });
      note(version, ack.version);
      return this.restored ?? ack.node;
    } catch (error) {
      if (error.code === "study.undone") this.history.drop(version);
      throw error;
    } finally {
      this.changes.value = this.changes.peek() + 1;
    }
  }

  close() {
    this.connection.close();
  }
}
