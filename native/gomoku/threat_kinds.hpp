// Where on the board a stone would make a threat, for people to see: text in, text out.
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

// The strongest kinds first, then in reading order; the first side before the second. Nothing when
// the game is over, and nothing on forbidden cells. Throws InvalidText for texts it refuses.
std::vector<ThreatSquare> threat_squares(std::string_view position, std::string_view rules);

}  // namespace fivefold::gomoku
