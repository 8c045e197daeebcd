/** The studies of this browser: their addresses and secrets, and a copy of those opened last. */
import { forget, recall, remember } from "../local_storage.js";

const MOST_LISTED = 200;
const MOST_COPIES = 8;
/** Characters; browsers keep about five million for all of a site. */
const LARGEST_COPY = 400_000;

/**
 * @typedef {{ id: string, secret: string | null, title: string, game: string, moves: number,
 *   node?: number, at: number }} KeptStudy
 *   `node` is the node looked at last
 */

/** @returns {KeptStudy[]} the latest first */
export function keptStudies() {
  const list = recall("studies", []);
  return Array.isArray(list) ? list : [];
}

/** @returns {KeptStudy | undefined} */
export function keptStudy(id) {
  return keptStudies().find((each) => each.id === id);
}

/** Keeps or updates a study and puts it first. @param {Partial<KeptStudy> & { id: string }} facts */
export function keepStudy(facts) {
  const known = keptStudy(facts.id) ?? { secret: null, title: "", game: "", moves: 0 };
  const list = keptStudies().filter((each) => each.id !== facts.id);
  const next = [{ ...known, ...facts, at: Date.now() }, ...list].slice(0, MOST_LISTED);
  remember("studies", next);
  next.slice(MOST_COPIES).forEach(({ id }) => forget(`study.${id}`));
}

export function forgetStudy(id) {
  remember("studies", keptStudies().filter((each) => each.id !== id));
  forget(`study.${id}`);
}

/** Keeps a copy of the study, with the edits that are not sent yet. */
export function keepCopy(id, copy) {
  if (JSON.stringify(copy).length > LARGEST_COPY) forget(`study.${id}`);
  else remember(`study.${id}`, copy);
}

/** Forgets the copy of a study that has become too large for this browser. */
export function forgetCopy(id) {
  forget(`study.${id}`);
}

/** @returns {{ study: any, unsent: any[] } | null} */
export function keptCopy(id) {
  return recall(`study.${id}`, null);
}
