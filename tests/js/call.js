/**
 * Calls functions of the pages' modules for the Python tests, which compare them with the library.
 * A line of JSON in, `{module, name, given}`; a line of JSON out, `{answer}` or `{error}`.
 */
import { createInterface } from "node:readline";

// Modules that define elements need these names when they are loaded.
globalThis.HTMLElement = class {};
globalThis.customElements = { get: () => undefined, define: () => {} };

const STATIC = new URL("../../src/fivefold/server/web/static/", import.meta.url);

for await (const line of createInterface({ input: process.stdin })) {
  const { module, name, given } = JSON.parse(line);
  let reply;
  try {
    const answer = (await import(new URL(module, STATIC).href))[name](...given);
    reply = { answer: (answer instanceof Map ? [...answer] : answer) ?? null };
  } catch (error) {
    reply = { error: error.stack };
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
