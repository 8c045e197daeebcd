/** Opening and closing the replay panel. */

/** @returns {import("../../replay/replay.js").Replay | null} */
export const replayPanel = () => document.querySelector("ff-replay");

export class ReplayControls {
  /**
   * @param {import("../match/client.js").MatchClient} client
   * @param {import("../view.js").View} view
   */
  constructor(client, view) {
    this.client = client;
    this.view = view;
  }

  /** Plays the last moves; at a position being looked at, waits there instead. */
  async start(ply = this.view.ply.peek()) {
    this.view.played.value = null;
    this.view.show("replay");
    this.view.present();
    await import("../../replay/replay.js");
    if (ply !== null) replayPanel()?.go(ply);
    else if (!this.client.isStatic) replayPanel()?.play();
  }

  end() {
    const { isStatic } = this.client;
    this.view.show(this.client.current.result && !isStatic ? "result" : null);
    this.view.present();
  }
}
