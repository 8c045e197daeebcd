/** JSON requests to the server; a failure is an ApiError with its reason. */

export class ApiError extends Error {
  /**
   * @param {number} status 0 if the server could not be reached
   * @param {{ code: string, message: string, facts?: object, field?: string,
   *   expected_version?: number }} error
   */
  constructor(status, error) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.facts = error.facts ?? {};
    this.field = error.field;
    this.expectedVersion = error.expected_version;
  }

  /** The error as a message for `write` of words.js. @returns {Message} */
  get words() {
    return { key: this.code, facts: this.facts, text: this.message };
  }
}

/**
 * @typedef {{ secret?: string | null, signal?: AbortSignal }} Options
 * `secret` is the bearer token of a seat
 */

/** @param {string} path @param {Options} options @returns {Promise<any>} */
export function get(path, options = {}) {
  return request("GET", path, undefined, options);
}

/** @param {string} path @param {object} body @param {Options} options @returns {Promise<any>} */
export function post(path, body, options = {}) {
  return request("POST", path, body, options);
}

/** @param {string} path @param {Options} options @returns {Promise<any>} */
export function remove(path, options = {}) {
  return request("DELETE", path, undefined, options);
}

async function request(method, path, body, /** @type {Options} */ { secret, signal }) {
  /** @type {Record<string, string>} */
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
  let data;
  try {
    data = await answer.json();
  } catch {
    throw new ApiError(answer.status, { code: "page.unreadable", message: "" });
  }
  if (!answer.ok) throw new ApiError(answer.status, data.error);
  return data;
}
