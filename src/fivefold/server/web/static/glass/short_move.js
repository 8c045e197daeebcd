/** A move in few letters. */
import { t } from "../words.js";
import { letterOf } from "./overlay/cells.js";

/** A placement shortened to its piece and first cell. */
export function shortMove(move) {
  if (move === "--") return t("page.moves.pass");
  return letterOf(move) ? move.split(" ").slice(0, 2).join(" ") : move;
}
