/** The parts of the game page, each reachable from the others: data, drawing state, controls. */

import { Hand } from "../pieces/hand.js";
import { View } from "../view.js";
import { actionsOf } from "./actions.js";
import { AnalysisControls } from "./analysis_controls.js";
import { MatchControls } from "./match_controls.js";
import { PageDialogs } from "./page_dialogs.js";
import { ReplayControls } from "./replay_controls.js";
import { SeatControls } from "./seat_controls.js";

export class GamePage {
  /** @param {import("../match/client.js").MatchClient} client */
  constructor(client) {
    this.client = client;
    this.view = new View(client);
    this.hand = new Hand(client, this.view);
    this.dialogs = new PageDialogs(this);
    this.seats = new SeatControls(client, this.view, this.dialogs);
    this.match = new MatchControls(client, this.view, this.seats);
    this.analysis = new AnalysisControls(client, this.view);
    this.replay = new ReplayControls(client, this.view);
    this.actions = actionsOf(this);
  }

  /** @returns {import("../../board/board.js").Board | null} */
  get board() {
    return document.querySelector("ff-board");
  }

  /** @param {string} id @returns {import("./actions.js").Action} */
  action(id) {
    const found = this.actions.find((each) => each.id === id);
    if (!found) throw new Error(`no action ${id}`);
    return found;
  }
}
