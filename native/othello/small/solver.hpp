// The interface of the 4x4 and 6x6 search, independent of the build it was compiled for.
//
// Boards lie in the middle of 8x8 (area<Size> in rules/kernel.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/bits.hpp"
#include "core/stop.hpp"
#include "othello/small/solve.hpp"

namespace fivefold::othello {

struct Bounds {
    int lower;
    int upper;
};

class SmallJournal;

class SmallSolver {
  public:
    virtual ~SmallSolver() = default;

    // The score for `own`, to move, against alpha, fail-soft: a result above alpha is a lower
    // bound, any other an upper bound. nullopt when stopped or out of nodes.
    virtual std::optional<int> null_window(Bits own, Bits other, int alpha, SmallJournal& journal,
                                           const SmallOptions& options, const StopFlag& stop) = 0;

    // The known bounds of a position, without a search.
    virtual Bounds known(Bits own, Bits other) const = 0;

    virtual std::uint64_t nodes() const = 0;
};

// For a board of size 4 or 6: the build for any processor, and the best one for this processor.
std::unique_ptr<SmallSolver> make_portable_small_solver(int size, std::size_t megabytes);
std::unique_ptr<SmallSolver> make_best_small_solver(int size, std::size_t megabytes);

}  // namespace fivefold::othello
