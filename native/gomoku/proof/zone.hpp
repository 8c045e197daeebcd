// A set of squares, one word per row of the array.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "gomoku/board/board.hpp"

namespace fivefold::gomoku {

class Zone {
  public:
    void add(int square) { rows_[square / row_length] |= 1u << square % row_length; }

    // Adds every empty square.
    void add_empty(const Board& board) {
        for (int row = board.first_array_row(); row <= board.last_array_row(); ++row) {
            rows_[row] |= board.empty_squares(row);
        }
    }

    template <typename Visit>
    void for_each(const Visit& visit) const {
        for (int row = 0; row < row_length; ++row) {
            for (std::uint32_t left = rows_[row]; left != 0; left &= left - 1) {
                visit(row * row_length + std::countr_zero(left));
            }
        }
    }

  private:
    std::array<std::uint32_t, row_length> rows_{};
};

// A fixed-capacity list of squares, without heap allocation.
template <int Most>
class SquareList {
  public:
    void add(int square) { squares_[count_++] = static_cast<std::int16_t>(square); }
    bool is_empty() const { return count_ == 0; }
    bool is_full() const { return count_ == Most; }
    int operator[](int index) const { return squares_[index]; }

    bool contains(int square) const {
        for (const std::int16_t each : *this) {
            if (each == square) {
                return true;
            }
        }
        return false;
    }

    const std::int16_t* begin() const { return squares_.data(); }
    const std::int16_t* end() const { return squares_.data() + count_; }
    std::int16_t* begin() { return squares_.data(); }
    std::int16_t* end() { return squares_.data() + count_; }

  private:
    std::array<std::int16_t, Most> squares_;
    int count_ = 0;
};

using Squares = SquareList<max_cells>;
using FewSquares = SquareList<8>;

// Calls visit(square) for each empty square near stones.
template <typename Visit>
void for_each_candidate(const Board& board, const Visit& visit) {
    for (int row = board.first_array_row(); row <= board.last_array_row(); ++row) {
        for (std::uint32_t left = board.candidates(row); left != 0; left &= left - 1) {
            visit(row * row_length + std::countr_zero(left));
        }
    }
}

}  // namespace fivefold::gomoku
