// The twelve pentominoes and all their orientations.
#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace fivefold::pentomino {

inline constexpr int piece_cells = 5;
inline constexpr std::string_view piece_letters = "FILNPTUVWXYZ";
inline constexpr int piece_count = static_cast<int>(piece_letters.size());

struct Square {
    int row;
    int column;

    auto operator<=>(const Square&) const = default;
};

// Five squares in reading order, the topmost in row 0 and the leftmost in column 0.
using Shape = std::array<Square, piece_cells>;

struct Orientation {
    int piece;  // index into piece_letters
    Shape shape;
};

// All 63, by piece, without repeating symmetric orientations.
const std::vector<Orientation>& orientations();

}  // namespace fivefold::pentomino
