/** Questions to the server: JSON in, JSON out, and errors that say why. */

export class ApiError extends Error {
  /** @param {number} status @param {{code: string, message: string, facts?: object, field?: string, expected_version?: number}} error */
  constructor(status, error) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.facts = error.facts ?? {};
    this.field = error.field;
    this.expectedVersion = error.expected_version;
  }

  /** The error as a message that `write` of words.js prints in the page's language. */
  get words() {
    return { key: this.code, facts: this.facts, text: this.message };
  }
}

export function get(path, options = {}) {
  return ask("GET", path, undefined, options);
}

export function post(path, body, options = {}) {
  return ask("POST", path, body, options);
}

export function remove(path, options = {}) {
  return ask("DELETE", path, undefined, options);
}

async function ask(method, path, body, { secret, signal } = {}) {
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (secret) headers.Authorization = `Bearer ${secret}`;
  let answer;
  try {
    answer = await fetch(path, { method, headers, signal, body: body && JSON.stringify(body) });
  } catch (trouble) {
    if (trouble.name === "AbortError") throw trouble;
    throw new ApiError(0, { code: "page.offline", message: "" });
  }
  if (answer.status === 204) return null;
  let data = null;
  try {
    data = await answer.json();
  } catch {
    throw new ApiError(answer.status, { code: "page.unreadable", message: "" });
  }
  if (!answer.ok) throw new ApiError(answer.status, data.error);
  return data;
}
