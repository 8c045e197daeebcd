// The moves of a position, the promising ones first.
#pragma once

#include <utility>

#include "othello/table.hpp"

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

    // Whether this cell is among the moves; if so take_first() will return it.
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

    // The best of the moves not yet taken; ties to the lowest cell.
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
    // As many as cells can be empty: a position may come from anywhere.
    Move moves_[64];
    int count_ = 0;
    int taken_ = 0;
};

// How many ways to answer there are, a corner counting twice.
inline int weighted_mobility(Bits legal) {
    return count_bits(legal) + count_bits(legal & corner_cells<8>);
}

// How many of these discs lie beside an empty cell: they give the other side moves to come.
inline int open_discs(Bits discs, Bits empty) {
    constexpr Bits not_first = 0xfefefefefefefefeu;
    constexpr Bits not_last = 0x7f7f7f7f7f7f7f7fu;
    const Bits wide = empty | (empty << 1 & not_first) | (empty >> 1 & not_last);
    return count_bits(discs & (wide | wide << 8 | wide >> 8));
}

}  // namespace fivefold::othello::inline FIVEFOLD_KERNEL
