// The stones of one side along every line of the board.
#pragma once

#include <array>
#include <cstdint>

#include "core/text.hpp"

namespace fivefold::gomoku {

inline constexpr int smallest_size = 5;
inline constexpr int largest_size = longest_side;
inline constexpr int most_cells = largest_size * largest_size;

// An unbroken row of stones in a line, both ends included.
struct Row {
    int first;
    int last;

    constexpr int length() const { return last - first + 1; }

    // The places before and after the row; the one before may be off the line and is left out.
    constexpr std::uint32_t ends() const { return (1u << first) >> 1 | 1u << (last + 1); }
};

// The row of set bits that contains `place`, which is set.
Row row_through(std::uint32_t line, int place);

// Cells are (column, row) from the top left; each is in four lines:
//
//     row  --     column  |     falling  \     rising  /
//
// A place in a line is a column, in a column it is a row.
enum class Direction { row, column, falling, rising };

inline constexpr std::array directions{Direction::row, Direction::column, Direction::falling,
                                       Direction::rising};

struct Point {
    int column;
    int row;

    // Where in that line the point is.
    constexpr int place(Direction direction) const {
        return direction == Direction::column ? row : column;
    }

    // The point at another place of the same line.
    constexpr Point moved_to(int place, Direction direction) const {
        switch (direction) {
            case Direction::row:
                return {place, row};
            case Direction::column:
                return {column, place};
            case Direction::falling:
                return {place, row + place - column};
            case Direction::rising:
                return {place, row + column - place};
        }
        return *this;
    }
};

// The places of the line through this point that are on the board.
std::uint32_t line_mask(Point point, Direction direction, int size);

// One side's stones: a word for each line.
class Lines {
  public:
    void toggle(Point point, int size);

    // The side's stones in a line through this point.
    std::uint32_t through(Point point, Direction direction, int size) const {
        switch (direction) {
            case Direction::row:
                return rows_[point.row];
            case Direction::column:
                return columns_[point.column];
            case Direction::falling:
                return falling_[point.column - point.row + size - 1];
            case Direction::rising:
                return rising_[point.column + point.row];
        }
        return 0;
    }

  private:
    static constexpr int most_diagonals = 2 * largest_size - 1;

    std::array<std::uint32_t, largest_size> rows_{};
    std::array<std::uint32_t, largest_size> columns_{};
    std::array<std::uint32_t, most_diagonals> falling_{};
    std::array<std::uint32_t, most_diagonals> rising_{};
};

}  // namespace fivefold::gomoku
