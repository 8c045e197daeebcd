/** Creating a match from an address or a dialog. */

import { get, post } from "../../api.js";
import { keepMatch, keepOrder, lastOrder, settings } from "../../local_storage.js";
import { askName } from "../dialogs/nickname.js";
import { FIRST_OPPONENT, stillOffered } from "../../player_names.js";

/** @type {Promise<any[]> | null} */
let games = null;

/** @returns {Promise<any[]>} the games the server offers */
export function listGames() {
  if (games) return games;
  // The content hash in this script's address: the list is kept until the next update.
  const version = /\/([0-9a-f]{16})\//.exec(import.meta.url)?.[1];
  const address = version ? `/api/games?v=${version}` : "/api/games";
  const list = get(address).then((answer) => answer.games);
  list.catch(() => (games = null));
  games = list;
  return list;
}

/**
 * Creates the match and opens it; with `replace` in this page, under the match's address.
 * `given` names the settings that come from the address and are not remembered.
 * @param {Record<string, any>} order @param {{ replace?: boolean, given?: string[] }} how
 */
export async function startMatch(order, { replace = false, given = [] } = {}) {
  if ([order.first, order.second].includes("open")) await askName();
  const name = settings.peek().name.trim();
  // No page draws Pentomino's thousands of legal moves.
  const address = order.game === "pentomino" ? "/api/matches?legal=false" : "/api/matches";
  const created = await post(address, name ? { ...order, name } : order);
  const { match, secret } = created;
  const machine = [order.first, order.second].find((who) => who !== "me" && who !== "open");
  const level = /^level\((\d+)\)$/.exec(machine ?? "");
  const opponent = level
    ? { key: "opponent.level", facts: { level: Number(level[1]) }, text: machine }
    : machine
      ? { key: "plain", facts: { text: machine }, text: machine }
      : { key: "page.seat.person", facts: {}, text: "" };
  keepMatch(match.id, { secret, game: match.game.name, opponent });
  if (!order.moves && !order.position) remember(order, match, machine, given);
  const page = `/game/${match.id}`;
  if (replace) history.replaceState(null, "", page);
  else location.assign(page);
  return created;
}

function remember(order, match, machine, given) {
  const { rows, columns, rules, name } = match.game;
  const { time = null, opening = null } = order;
  /** @type {Record<string, any>} */
  const kept = { size: `${rows}x${columns}`, rules, time, opening };
  if (machine) kept.opponent = machine;
  for (const setting of given) delete kept[setting];
  if (Object.keys(kept).length) keepOrder(name, kept);
}

const SETTINGS = ["size", "rules", "time", "opening"];

/** The settings that an address names: they hold for this game only. */
export function givenIn(query) {
  const seats = query.has("first") || query.has("second");
  return [...SETTINGS.filter((name) => query.has(name)), ...(seats ? ["opponent"] : [])];
}

/** The order in an address such as /play/othello?second=level(3). */
export async function orderOf(game, query) {
  const known = (await listGames()).find((each) => each.name === game);
  const last = lastOrder(game) ?? {};
  /** @type {Record<string, any>} */
  const order = { game, first: query.get("first"), second: query.get("second") };
  if (query.get("public") === "true") order.public = true;
  for (const name of SETTINGS) {
    const value = query.get(name) ?? last[name];
    if (value) order[name] = value;
  }
  const machine = (await stillOffered(game, last.opponent)) ?? known?.fitting ?? FIRST_OPPONENT;
  if (!order.first && !order.second) return { ...order, first: "me", second: machine };
  if (!order.second) order.second = order.first === "me" ? machine : "me";
  order.first ??= "me";
  return order;
}
