// The squares where a stone would make a threat, for display: text in, text out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fivefold::gomoku {

struct ThreatSquare {
    std::string cell;
    std::string side;  // "X" or "O"
    // "five", "open_four", "double_four", "four_three", "four", "double_three" or "three"
    std::string kind;
};

// Sorted by strength, then in reading order, the first side before the second. Forbidden cells are
// left out; empty once the game is over. Throws InvalidText on malformed input.
std::vector<ThreatSquare> threat_squares(std::string_view position, std::string_view rules);

}  // namespace fivefold::gomoku
