// ProbCut margins: how far a shallow search may differ from a deeper one.
#pragma once

#include <algorithm>

namespace fivefold::othello {

// Selectivity levels: each ProbCut level is less bold; at the last it is off and a search to the
// end is exact. The first is for searches that do not reach the end.
inline constexpr int selectivity_levels = 7;
inline constexpr int midgame_level = 0;
inline constexpr int first_level_to_the_end = 1;
inline constexpr int unselective = selectivity_levels - 1;
inline constexpr int percent_of_level[selectivity_levels] = {56, 73, 87, 95, 98, 99, 100};

// The margins in hundredths of a standard deviation. The first comes from self-play at equal nodes:
// 110 won 58 % of 300 games against 150, and 77 won 53 % of 400 against 110.
inline constexpr int dared_deviations[selectivity_levels] = {77, 110, 150, 200, 260, 330, 0};

// The depth of the shallow search for this depth.
constexpr int probe_depth(int depth) {
    return depth / 4 * 2 + (depth & 1);
}

// One standard deviation between two searches, linear in what it depends on, in 1/1024 of a part of
// a disc. `fivefold_othello fit-probcut WEIGHTS` prints the coefficients for given weights.
struct Deviation {
    int base;
    int by_empties;
    int by_depth;
    int by_probe;
};

inline constexpr Deviation midgame_deviation{712232, -9698, 31103, -80783};
inline constexpr Deviation end_deviation{704077, 13624, 0, -56522};
// A lower limit in parts of a disc, because deep searches differ more than the linear fit says.
inline constexpr int min_deviation = 320;

// The standard deviation between searches of depth `depth` and `probe` of a position with `empties`
// empty cells, in parts of a disc. A depth of all empty cells reaches the end.
constexpr int deviation(int empties, int depth, int probe) {
    const Deviation& by = depth >= empties ? end_deviation : midgame_deviation;
    const int sum = by.base + by.by_empties * empties + by.by_depth * depth + by.by_probe * probe;
    return std::max(sum / 1024, min_deviation);
}

constexpr int margin(int empties, int depth, int probe, int level) {
    return deviation(empties, depth, probe) * dared_deviations[level] / 100;
}

}  // namespace fivefold::othello
