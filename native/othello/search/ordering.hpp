// Move ordering.
#pragma once

#include <utility>

#include "othello/search/table.hpp"

namespace fivefold::othello::inline FIVEFOLD_KERNEL {

struct Move {
    int cell;
    int score;
    Bits flipped;
};

class MoveList {
  public:
    MoveList(Bits own, Bits other, Bits legal) {
        while (legal != 0) {
            const int cell = take_lowest(legal);
            moves_[count_++] = {cell, 0, flips(own, other, cell)};
        }
    }

    int count() const { return count_; }

    // The moves not yet taken.
    Move* begin() { return moves_ + taken_; }
    Move* end() { return moves_ + count_; }

    // Whether the cell is among the moves; if so, take_first() returns it.
    bool put_first(int cell) {
        for (Move& move : *this) {
            if (move.cell == cell) {
                std::swap(move, moves_[taken_]);
                return true;
            }
        }
        return false;
    }

    const Move& take_first() { return moves_[taken_++]; }

    // The best remaining move; ties go to the lowest cell.
    const Move& take_best() {
        Move* best = begin();
        for (Move& move : *this) {
            if (move.score > best->score || (move.score == best->score && move.cell < best->cell)) {
                best = &move;
            }
        }
        std::swap(*best, *begin());
        return take_first();
    }

  private:
    // One per cell: a position may come from anywhere.
    Move moves_[64];
    int count_ = 0;
    int taken_ = 0;
};

// The opponent's mobility, corners counted twice.
inline int weighted_mobility(Bits legal) {
    return count_bits(legal) + count_bits(legal & corner_cells<8>);
}

// The number of discs next to an empty cell: they give the opponent future moves.
inline int open_discs(Bits discs, Bits empty) {
    constexpr Bits not_first = 0xfefefefefefefefeu;
    constexpr Bits not_last = 0x7f7f7f7f7f7f7f7fu;
    const Bits wide = empty | (empty << 1 & not_first) | (empty >> 1 & not_last);
    return count_bits(discs & (wide | wide << 8 | wide >> 8));
}

}  // namespace fivefold::othello::inline FIVEFOLD_KERNEL
