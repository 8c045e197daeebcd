// How far a shallow search may be from a deeper one: what ProbCut dares by.
#pragma once

#include <algorithm>

namespace fivefold::othello {

// How sure a search is of leaving nothing out: level by level ProbCut dares less; at the last it is
// off and a search to the end is exact. The first is for searches that do not reach the end.
inline constexpr int selectivity_levels = 7;
inline constexpr int midgame_level = 0;
inline constexpr int first_level_to_the_end = 1;
inline constexpr int unselective = selectivity_levels - 1;
inline constexpr int percent_of_level[selectivity_levels] = {56, 73, 87, 95, 98, 99, 100};

// The deviations below which that share of errors lies, in hundredths. The first was found by games
// with itself at equal nodes: 110 won 58 % of 300 against 150, and 77 won 53 % of 400 against 110.
inline constexpr int dared_deviations[selectivity_levels] = {77, 110, 150, 200, 260, 330, 0};

// How deep the search is by which one of this depth is foretold.
constexpr int probe_depth(int depth) {
    return depth / 4 * 2 + (depth & 1);
}

// One standard deviation between two searches is taken as linear in what it depends on, in 1/1024
// of a part of a disc. `fivefold_othello fit-probcut WEIGHTS` prints these numbers for the weights
// it is given.
struct Deviation {
    int base;
    int by_empties;
    int by_depth;
    int by_probe;
};

inline constexpr Deviation midgame_deviation{712232, -9698, 31103, -80783};
inline constexpr Deviation end_deviation{704077, 13624, 0, -56522};
// Deep searches are further from each other than the line through the shallow ones says: never less
// than this, in parts of a disc.
inline constexpr int least_deviation = 320;

// Between the values of a search `depth` deep and one `probe` deep of a position with that many
// empty cells, in parts of a disc; a depth of all empty cells is to the end.
constexpr int deviation(int empties, int depth, int probe) {
    const Deviation& by = depth >= empties ? end_deviation : midgame_deviation;
    const int sum = by.base + by.by_empties * empties + by.by_depth * depth + by.by_probe * probe;
    return std::max(sum / 1024, least_deviation);
}

constexpr int margin(int empties, int depth, int probe, int level) {
    return deviation(empties, depth, probe) * dared_deviations[level] / 100;
}

}  // namespace fivefold::othello
