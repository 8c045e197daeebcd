// The stones of both sides along every line of the board, and whether a stone makes five.
#pragma once

#include <array>
#include <cstdint>

#include "core/text.hpp"

namespace fivefold::gomoku {

inline constexpr int smallest_size = 5;
inline constexpr int largest_size = longest_side;
inline constexpr int most_cells = largest_size * largest_size;

enum class Rules {
    freestyle,  // five or more in a row win
    standard,   // exactly five win
};

// The length of the run of set bits that contains `position`, which is set.
int run_length(std::uint32_t line, int position);

// One side's stones. Each stone stands in four lines, so a win through it needs four words:
//
//     row  --     column  |     falling  \     rising  /
//
class Lines {
  public:
    void toggle(int column, int row, int size);

    // Whether the stone on this cell stands in a winning row.
    bool wins_through(int column, int row, int size, Rules rules) const;

  private:
    static constexpr int most_diagonals = 2 * largest_size - 1;

    std::array<std::uint32_t, largest_size> rows_{};
    std::array<std::uint32_t, largest_size> columns_{};
    std::array<std::uint32_t, most_diagonals> falling_{};
    std::array<std::uint32_t, most_diagonals> rising_{};
};

}  // namespace fivefold::gomoku
