// The last moves of a game, played out exactly and without an evaluation.
#pragma once

#include <cstdint>

#include "othello/kernel.hpp"

namespace fivefold::othello::inline FIVEFOLD_KERNEL {

// Exact scores of positions with few empty cells; one for each thread. Empty cells go to the
// winner, so scores are even numbers from -64 to 64.
class Endgame {
  public:
    static constexpr int most_empty = 12;

    // The score for `own`, who is to move, against alpha, fail-soft: what is greater than alpha is
    // at most the score, what is not is at least the score. At most `most_empty` cells are empty.
    int null_window(Bits own, Bits other, int alpha);

    // Positions entered since the start.
    std::uint64_t nodes = 0;
};

}  // namespace fivefold::othello::inline FIVEFOLD_KERNEL
