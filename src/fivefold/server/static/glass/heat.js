/** How much of a quantity each cell holds: what the heat layer and its legend show. */
import { t, write } from "../words.js";
import { forced, scoreText } from "./score.js";

/** Values that only repeat the candidates' scores: other quantities are worth more as heat. */
const REPEATED = ["overlay.values", "greedy.overlay", "discs.values", "discs.values_exact"];
const ENDS = {
  "openspace.overlay": "open",
  "greedy.weights": "weight",
  "methodical.overlay": "size",
  "perfect.covered": "wins",
  "overlay.values": "value",
  "greedy.overlay": "value",
  "discs.values": "value",
  "discs.values_exact": "value",
};

/** The quantity the heat shows: the one that is not already on the squares as numbers. */
export function heatOf(decision, game) {
  const all = (decision.overlay ?? []).filter((overlay) => overlay.values?.length);
  const chosen = all.find((overlay) => !REPEATED.includes(overlay.label?.key)) ?? all[0];
  if (!chosen) return null;
  const ends = ENDS[chosen.label?.key] ?? "amount";
  return {
    values: withoutCliffs(chosen.values),
    // What a cell says when it is pointed at: its own number, or W3 where that is a forced win.
    exact: chosen.values.map((value) => (forced(value, game) ? scoreText(value, game) : value)),
    low: t(`page.glass.heat.${ends}.low`),
    high: t(`page.glass.heat.${ends}.high`),
    label: write(chosen.label),
  };
}

/** A forced win is worth a million: beside it all other cells would look alike. */
function withoutCliffs(values) {
  const cliff = 900_000;
  const plain = values.filter((value) => value !== null && Math.abs(value) < cliff);
  if (plain.length === values.filter((value) => value !== null).length) return values;
  const low = plain.length ? Math.min(...plain) : 0;
  const high = plain.length ? Math.max(...plain) : 0;
  const step = Math.max((high - low) / 6, 1);
  return values.map((value) => {
    if (value === null || Math.abs(value) < cliff) return value;
    return value > 0 ? high + step : low - step;
  });
}
