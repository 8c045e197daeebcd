// Square numbers of the fast board: one addition steps along any line.
#pragma once

#include <array>

#include "gomoku/rules/lines.hpp"

namespace fivefold::gomoku {

// A row of the array has 32 squares: five of margin, up to 22 of the board, then margin again, so
// everything that affects a board square lies inside the array.
inline constexpr int row_length = 32;
inline constexpr int margin = 5;
inline constexpr int square_count = row_length * row_length;
inline constexpr int no_square = 0;

static_assert(max_size + 2 * margin <= row_length);

constexpr int square_at(int column, int row) {
    return (row + margin) * row_length + column + margin;
}
constexpr int column_of(int square) {
    return square % row_length - margin;
}
constexpr int row_of(int square) {
    return square / row_length - margin;
}

// Conversions between squares and the cells of a position.
constexpr int square_of_cell(int cell, int size) {
    return square_at(cell % size, cell / size);
}
constexpr int cell_of_square(int square, int size) {
    return row_of(square) * size + column_of(square);
}

// The step to the next square in each of `directions` (row, column, falling, rising).
inline constexpr std::array steps{1, row_length, row_length + 1, 1 - row_length};

}  // namespace fivefold::gomoku
