/**
 * A WebSocket to the server that reconnects with growing delays while the page is open.
 *
 * `greet` returns the first frame of each connection, or null. `request` resolves with the ack and rejects
 * with the server's error, or with `page.lost` when the connection breaks.
 */

import { ApiError } from "../../api.js";
import { newId } from "../../notation.js";

// Milliseconds.
const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 10_000;
const PING_AFTER = 25_000;
const PONG_WITHIN = 8_000;
/** Frames that answer a request of the page. */
const ANSWERS = ["ack", "answer", "look", "pong", "error"];
/** Frames that answer the greeting. */
const GREETINGS = ["snapshot", "events", "study", "edited"];

export class Connection {
  /**
   * @param {{ greet: () => object | null, receive: (frame: any) => void,
   *   changed: (state: ConnectionState) => void }} user
   */
  constructor(user) {
    this.user = user;
    /** @type {Map<string, { resolve: (frame: any) => void, reject: (error: ApiError) => void }>} */
    this.requests = new Map();
    this.pause = FIRST_PAUSE;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    this.silence = 0;
    this.closed = false;
    addEventListener("online", () => this.retry());
    addEventListener("offline", () => this.drop());
    addEventListener("pagehide", () => this.socket?.close());
    addEventListener("pageshow", (event) => event.persisted && this.retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.ping());
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
      const greeting = this.user.greet();
      if (greeting) this.send(greeting);
      else this.settle();
      this.expectTraffic();
    });
    socket.onmessage = own((event) => this.receive(JSON.parse(event.data)));
    socket.onclose = own(() => this.lose());
  }

  /** Reconnects at once: the network is back, or the user asked. */
  retry() {
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.ping();
      return;
    }
    this.pause = FIRST_PAUSE;
    this.open();
  }

  drop() {
    const { socket } = this;
    this.lose();
    socket?.close();
  }

  lose() {
    clearTimeout(this.silence);
    this.socket = null;
    const waiting = [...this.requests.values()];
    this.requests.clear();
    waiting.forEach(({ reject }) => reject(new ApiError(0, { code: "page.lost", message: "" })));
    if (this.closed) return;
    this.user.changed(navigator.onLine === false ? "offline" : "lost");
    clearTimeout(this.timer);
    // Jitter: all clients of a restarted server lose it at the same moment.
    this.timer = setTimeout(() => this.open(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  receive(frame) {
    this.expectTraffic();
    const request = this.requests.get(frame.id);
    if (request && ANSWERS.includes(frame.type)) {
      this.requests.delete(frame.id);
      if (frame.type === "error") request.reject(new ApiError(400, frame.error));
      else request.resolve(frame);
    }
    if (GREETINGS.includes(frame.type)) this.settle();
    if (frame.type === "bye") this.pause = Math.max(this.pause, 1000);
    this.user.receive(frame);
  }

  /** The server has answered, or there was nothing to ask. */
  settle() {
    this.pause = FIRST_PAUSE;
    this.user.changed("live");
  }

  /** Pings after a silence: a broken connection may not report itself. */
  expectTraffic() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.ping(), PING_AFTER);
  }

  ping() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.drop(), PONG_WITHIN);
    this.send({ type: "ping", id: newId() });
  }

  /** @returns {boolean} whether it could be sent */
  send(frame) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  /** @returns {Promise<any>} the ack */
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
