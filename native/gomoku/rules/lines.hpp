// One side's stones along every line of the board.
#pragma once

#include <array>
#include <cstdint>

#include "core/text.hpp"

namespace fivefold::gomoku {

inline constexpr int min_size = 5;
inline constexpr int max_size = max_side;
inline constexpr int max_cells = max_size * max_size;

// Consecutive stones in a line, both ends included.
struct Row {
    int first;
    int last;

    constexpr int length() const { return last - first + 1; }

    // The places before and after the run; a place before the start of the line is dropped.
    constexpr std::uint32_t ends() const { return (1u << first) >> 1 | 1u << (last + 1); }
};

// The run of set bits that contains `place`, which must be set.
Row row_through(std::uint32_t line, int place);

// Cells are (column, row) from the top left; four lines pass through each:
//
//     row  --     column  |     falling  \     rising  /
//
// A place in a line is a column number; in a column it is a row number.
enum class Direction { row, column, falling, rising };

inline constexpr std::array directions{Direction::row, Direction::column, Direction::falling,
                                       Direction::rising};

struct Point {
    int column;
    int row;

    // This point's place in its line of this direction.
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

// The places of the line through this point that lie on the board.
std::uint32_t line_mask(Point point, Direction direction, int size);

// One side's stones, one word per line.
class Lines {
  public:
    void toggle(Point point, int size);

    // The side's stones in the line through this point.
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
    static constexpr int max_diagonals = 2 * max_size - 1;

    std::array<std::uint32_t, max_size> rows_{};
    std::array<std::uint32_t, max_size> columns_{};
    std::array<std::uint32_t, max_diagonals> falling_{};
    std::array<std::uint32_t, max_diagonals> rising_{};
};

}  // namespace fivefold::gomoku
