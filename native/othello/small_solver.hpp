// What small.cpp asks of the search for 4x4 and 6x6, whichever kernel it was compiled for.
//
// Boards lie in the middle of 8x8 (area<Size> in kernel.hpp).
#pragma once

#include <cstdint>
#include <optional>

#include "core/bits.hpp"
#include "core/stop.hpp"
#include "othello/small.hpp"

namespace fivefold::othello {

struct Bounds {
    int lower;
    int upper;
};

class SmallJournal;

class SmallSolver {
  public:
    virtual ~SmallSolver() = default;

    // The score for `own`, who is to move, against alpha, fail-soft: what is greater than alpha is
    // at most the score, what is not is at least the score. Nothing when stopped or out of nodes.
    virtual std::optional<int> null_window(Bits own, Bits other, int alpha, SmallJournal& journal,
                                           const SmallOptions& options, const StopFlag& stop) = 0;

    // What is known of a position without a search.
    virtual Bounds known(Bits own, Bits other) const = 0;

    virtual std::uint64_t nodes() const = 0;
};

}  // namespace fivefold::othello
