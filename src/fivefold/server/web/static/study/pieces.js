/** The tray of pentominoes outside a match: here every turn is the reader's. */
import { computed, signal } from "../dom.js";
import { Hand } from "../game/pieces/hand.js";

/**
 * @param {{ game: () => GameInfo, view: Signal<any>, active: () => boolean,
 *   pending?: Signal<string | null>, play: (move: string) => void }} board
 */
export function handFor({ game, view, active, pending = signal(null), play }) {
  const nothing = signal(null);
  const match = computed(() => ({ game: game(), view: view.value, result: null }));
  const player = { match, myTurn: computed(active), pending, play };
  const page = { shown: view, ply: nothing, panel: nothing, display: nothing };
  return new Hand(/** @type {any} */ (player), /** @type {any} */ (page));
}
