/** Questions to the glass box, which opens for the answer. */

import { loadStrategies } from "../../player_names.js";
import { refuse } from "../../ui/announcements.js";
import { t, write } from "../../words.js";
import { canAnalyse } from "./permissions.js";

/** @returns {import("../../glass/glass.js").Glass | null} */
const glassBox = () => document.querySelector("ff-glass");

export class AnalysisControls {
  /**
   * @param {import("../match/client.js").MatchClient} client
   * @param {import("../view.js").View} view
   */
  constructor(client, view) {
    this.client = client;
    this.view = view;
  }

  hint() {
    return this.consult((glass) => glass.hint());
  }

  wins() {
    return this.consult((glass) => glass.wins());
  }

  /** @param {(glass: import("../../glass/glass.js").Glass) => any} ask */
  async consult(ask) {
    if (!canAnalyse(this.client)) {
      refuse(t("page.glass.closed"));
      return;
    }
    if (this.view.panel.peek() !== "glass") this.view.show("glass");
    const { name } = this.client.current.game;
    await Promise.all([import("../../glass/glass.js"), loadStrategies(name)]);
    const glass = glassBox();
    const opinion = await (glass && ask(glass));
    if (opinion?.state === "failed") refuse(write(opinion.trouble.words));
  }

  /** @param {string} key 1 to 4 @returns {boolean} whether the key switched a layer */
  switchLayer(key) {
    const glass = glassBox();
    if (!glass || !"1234".includes(key)) return false;
    glass.layer(Number(key));
    return true;
  }
}
