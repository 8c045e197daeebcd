/** The heat map: a quantity for each cell, and the labels of its scale. */
import { t, write } from "../../words.js";
import { forced, scoreText, signed } from "./score.js";

/** Values that repeat the candidates' scores; any other quantity is preferred. */
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

/** The quantity to show: if possible one that the numbers do not show. */
export function heatOf(decision, game) {
  const all = (decision.overlay ?? []).filter((overlay) => overlay.values?.length);
  const chosen = all.find((overlay) => !REPEATED.includes(overlay.label?.key)) ?? all[0];
  if (!chosen) return null;
  const ends = ENDS[chosen.label?.key] ?? "amount";
  return {
    values: withoutCliffs(chosen.values),
    // The label of a cell: its number, or W3 for a forced win.
    exact: chosen.values.map((value) => exactText(value, game)),
    low: t(`page.glass.heat.${ends}.low`),
    high: t(`page.glass.heat.${ends}.high`),
    label: write(chosen.label),
  };
}

function exactText(value, game) {
  if (value === null) return null;
  return forced(value, game) ? scoreText(value, game) : signed(value, false);
}

/** Clips forced wins: next to a million all other cells would look the same. */
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
