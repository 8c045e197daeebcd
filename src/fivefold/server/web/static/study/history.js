/**
 * What undo and redo take back. While several people edit a study, each takes back their own edits;
 * alone, also those of an earlier visit, which the server knows.
 */

export class OwnHistory {
  constructor() {
    /** Versions of own edits that undo takes back, the latest last. @type {number[]} */
    this.done = [];
    /** Versions of own undos that redo takes back. @type {number[]} */
    this.undone = [];
  }

  /** Notes an own edit; after it there is nothing to redo. */
  edited(version) {
    this.done.push(version);
    this.undone = [];
  }

  /** The version that an undo takes back; null if there is none. */
  toUndo(server, alone) {
    return this.done.at(-1) ?? (alone ? server : null);
  }

  /** The version that a redo takes back; null if there is none. */
  toRedo(server, alone) {
    return this.undone.at(-1) ?? (alone && !this.done.length ? server : null);
  }

  /** Notes that the undo of `version` became an edit of its own. */
  wasUndone(version, by) {
    this.done = this.done.filter((each) => each !== version);
    this.undone.push(by);
  }

  /** Notes that an undo was taken back. */
  wasRedone(version, by) {
    this.undone = this.undone.filter((each) => each !== version);
    this.done.push(by);
  }

  /** Forgets an edit that can no longer be taken back. */
  drop(version) {
    this.done = this.done.filter((each) => each !== version);
    this.undone = this.undone.filter((each) => each !== version);
  }
}
