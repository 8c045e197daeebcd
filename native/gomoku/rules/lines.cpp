#include "gomoku/rules/lines.hpp"

#include <algorithm>
#include <bit>

namespace fivefold::gomoku {

Row row_through(std::uint32_t line, int place) {
    const int from_here_up = std::countr_one(line >> place);
    const int from_here_down = std::countl_one(line << (31 - place));
    return {place - from_here_down + 1, place + from_here_up - 1};
}

std::uint32_t line_mask(Point point, Direction direction, int size) {
    int first = 0;
    int last = size - 1;
    if (direction == Direction::falling) {
        first = std::max(0, point.column - point.row);
        last = std::min(size - 1, size - 1 + point.column - point.row);
    } else if (direction == Direction::rising) {
        first = std::max(0, point.column + point.row - (size - 1));
        last = std::min(size - 1, point.column + point.row);
    }
    return (1u << (last + 1)) - (1u << first);
}

void Lines::toggle(Point point, int size) {
    rows_[point.row] ^= 1u << point.column;
    columns_[point.column] ^= 1u << point.row;
    falling_[point.column - point.row + size - 1] ^= 1u << point.column;
    rising_[point.column + point.row] ^= 1u << point.column;
}

}  // namespace fivefold::gomoku
