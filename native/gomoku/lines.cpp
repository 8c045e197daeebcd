#include "gomoku/lines.hpp"

#include <bit>

namespace fivefold::gomoku {

int run_length(std::uint32_t line, int position) {
    const int from_here_up = std::countr_one(line >> position);
    const int from_here_down = std::countl_one(line << (31 - position));
    return from_here_up + from_here_down - 1;
}

void Lines::toggle(int column, int row, int size) {
    rows_[row] ^= 1u << column;
    columns_[column] ^= 1u << row;
    falling_[column - row + size - 1] ^= 1u << column;
    rising_[column + row] ^= 1u << column;
}

bool Lines::wins_through(int column, int row, int size, Rules rules) const {
    const auto wins = [rules](std::uint32_t line, int position) {
        const int length = run_length(line, position);
        return rules == Rules::freestyle ? length >= 5 : length == 5;
    };
    return wins(rows_[row], column) || wins(columns_[column], row) ||
           wins(falling_[column - row + size - 1], column) || wins(rising_[column + row], column);
}

}  // namespace fivefold::gomoku
