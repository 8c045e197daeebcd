/** Changing who sits where. */

import { post } from "../../api.js";
import { keepMatch, keepOrder, lastOrder, settings } from "../../local_storage.js";
import { other } from "../../notation.js";
import { FIRST_OPPONENT, isKnown, machineName, sideName, strategies } from "../../player_names.js";
import { askName } from "../dialogs/nickname.js";
import { orRefuse, refuse, say } from "../../ui/announcements.js";
import { t, write } from "../../words.js";

export class SeatControls {
  /**
   * @param {import("../match/client.js").MatchClient} client
   * @param {import("../view.js").View} view
   * @param {import("./page_dialogs.js").PageDialogs} dialogs
   */
  constructor(client, view, dialogs) {
    this.client = client;
    this.view = view;
    this.dialogs = dialogs;
  }

  /** @param {string} player "me", "open" or the text of a strategy */
  async assign(seat, player) {
    await orRefuse(this.client.ask("seats", { [seat]: player }));
    if (player !== "me" && player !== "open") {
      keepOrder(this.client.current.game.name, { opponent: player });
    }
  }

  /** @returns {string} the last engine opponent in this game that the server still offers */
  lastEngine() {
    const last = lastOrder(this.client.current.game.name)?.opponent;
    const gone = last && strategies.peek().length && !isKnown(last, strategies.peek());
    return (gone ? null : last) ?? this.client.suggestedOpponent ?? FIRST_OPPONENT;
  }

  /** Switches the opponent's seat between the engine and this screen. */
  async toggleEngine() {
    const match = this.client.current;
    const seat = other(this.client.bottom.peek());
    if (match.seats[seat].kind !== "machine") {
      const engine = this.lastEngine();
      await this.assign(seat, engine);
      say(t("page.computer.on", { name: machineName(engine) }));
    } else {
      keepOrder(match.game.name, { opponent: match.seats[seat].strategy });
      await this.assign(seat, "me");
      say(t("page.computer.off"));
    }
  }

  async pickOpponent(seat) {
    const picker = () => import("../dialogs/opponent_picker.js");
    const { openPicker } = await this.dialogs.load(picker);
    const match = this.client.current;
    const { kind, strategy } = match.seats[seat];
    const player = await openPicker({
      title: titleOf(match, seat),
      game: match.game,
      current: kind === "machine" ? strategy : kind === "person" ? "me" : "open",
      note: t("page.pick.note"),
    });
    if (player) await this.assign(seat, player);
  }

  swap() {
    return orRefuse(this.client.ask("swap"));
  }

  /** Claims the win after the other player has been away too long. */
  claim() {
    return orRefuse(this.client.ask("claim"));
  }

  async join(seat) {
    await askName();
    try {
      const name = settings.peek().name.trim() || null;
      const answer = await post(`/api/matches/${this.client.id}/join`, { seat, name });
      keepMatch(this.client.id, { secret: answer.secret, game: answer.match.game.name });
      this.client.authorise(answer.secret);
      this.view.show(null);
    } catch (error) {
      refuse(write(error.words));
    }
  }
}

/** The question at the head of the picker; Pentomino has no colours. */
function titleOf(match, seat) {
  if (match.game.name !== "pentomino") return t("page.pick.title", { side: sideName(match, seat) });
  return t(seat === "X" ? "page.pick.title.first" : "page.pick.title.second");
}
