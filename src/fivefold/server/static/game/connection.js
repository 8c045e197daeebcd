/**
 * One socket to the server, held as long as the page is open.
 *
 * It is opened again after every loss, later each time; whoever uses it says in `greet` what to
 * send first. `request` is answered by an ack or an error; a loss answers it with `page.lost`.
 */

import { ApiError } from "../api.js";
import { newId } from "./notation.js";

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 10_000;
const QUIET = 25_000;
const PATIENCE = 8_000;

export class Connection {
  /**
   * @param {{ greet: () => object, receive: (frame: any) => void,
   *   changed: (state: "connecting" | "live" | "lost" | "offline") => void }} user
   */
  constructor(user) {
    this.user = user;
    this.requests = new Map();
    this.pause = FIRST_PAUSE;
    this.socket = null;
    this.timer = 0;
    this.watch = 0;
    this.closed = false;
    addEventListener("online", () => this.retry());
    addEventListener("offline", () => this.drop());
    addEventListener("pagehide", () => this.socket?.close());
    addEventListener("pageshow", (event) => event.persisted && this.retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.prove());
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    this.socket?.close();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/live`);
    this.socket = socket;
    const own = (work) => (event) => socket === this.socket && work(event);
    socket.onopen = own(() => {
      this.send(this.user.greet());
      this.listen();
    });
    socket.onmessage = own((event) => this.hear(JSON.parse(event.data)));
    socket.onclose = own(() => this.lose());
  }

  /** Tries at once: the network is back, or somebody asked. */
  retry() {
    if (this.socket?.readyState === WebSocket.OPEN) return this.prove();
    this.pause = FIRST_PAUSE;
    this.open();
  }

  drop() {
    const { socket } = this;
    this.lose();
    socket?.close();
  }

  lose() {
    clearTimeout(this.watch);
    this.socket = null;
    const waiting = [...this.requests.values()];
    this.requests.clear();
    waiting.forEach(({ reject }) => reject(new ApiError(0, { code: "page.lost", message: "" })));
    if (this.closed) return;
    this.user.changed(navigator.onLine === false ? "offline" : "lost");
    clearTimeout(this.timer);
    // Everybody lost the same server at the same moment; they must not all return at once.
    this.timer = setTimeout(() => this.open(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  hear(frame) {
    this.listen();
    const request = this.requests.get(frame.id);
    if (request && ["ack", "answer", "pong", "error"].includes(frame.type)) {
      this.requests.delete(frame.id);
      if (frame.type === "error") request.reject(new ApiError(400, frame.error));
      else request.resolve(frame);
    }
    if (frame.type === "snapshot" || frame.type === "events") {
      this.pause = FIRST_PAUSE;
      this.user.changed("live");
    }
    if (frame.type === "bye") this.pause = Math.max(this.pause, 1000);
    this.user.receive(frame);
  }

  /** A line that is silent for long may be cut without anybody having been told. */
  listen() {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.prove(), QUIET);
  }

  prove() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.drop(), PATIENCE);
    this.send({ type: "ping", id: newId() });
  }

  /** @returns {boolean} whether it could be sent */
  send(frame) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  /** @returns {Promise<any>} the ack or the answer */
  request(frame) {
    const id = frame.id ?? newId();
    return new Promise((resolve, reject) => {
      if (this.send({ ...frame, id })) this.requests.set(id, { resolve, reject });
      else reject(new ApiError(0, { code: "page.lost", message: "" }));
    });
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }
}
