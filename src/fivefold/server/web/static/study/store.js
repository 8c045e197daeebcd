/** Storing a study on the server; its secret stays in this browser. */
import { post } from "../api.js";
import { keepStudy } from "./keep.js";

/** @returns {Promise<string>} the address of the new study's page */
export async function storeStudy(source) {
  const { study, secret } = await post("/api/studies", source);
  const { title } = study.headers;
  keepStudy({ id: study.id, secret, title, game: study.game.name, moves: study.nodes.length - 1 });
  return `/analyse/${study.id}`;
}
