// Squares of the fast board: numbered so that a step along any line is one addition.
#pragma once

#include <array>

#include "gomoku/lines.hpp"

namespace fivefold::gomoku {

// A row of the array is 32 squares: five of the margin, up to 22 of the board, margin again. So
// whatever matters to a square of the board is inside the array.
inline constexpr int row_length = 32;
inline constexpr int margin = 5;
inline constexpr int square_count = row_length * row_length;
inline constexpr int no_square = 0;

static_assert(largest_size + 2 * margin <= row_length);

constexpr int square_at(int column, int row) {
    return (row + margin) * row_length + column + margin;
}
constexpr int column_of(int square) {
    return square % row_length - margin;
}
constexpr int row_of(int square) {
    return square / row_length - margin;
}

// Between the squares of the board and the cells of a position.
constexpr int square_of_cell(int cell, int size) {
    return square_at(cell % size, cell / size);
}
constexpr int cell_of_square(int square, int size) {
    return row_of(square) * size + column_of(square);
}

// The step from a square to the next in the direction of that number (row, column, falling,
// rising: as `directions`).
inline constexpr std::array steps{1, row_length, row_length + 1, 1 - row_length};

}  // namespace fivefold::gomoku
