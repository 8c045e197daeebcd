// The work that is compiled twice, for any processor and for those with AVX2, BMI2 and POPCNT.
#pragma once

#include <cstdint>
#include <memory>

#include "core/bits.hpp"
#include "core/stop.hpp"
#include "othello/playouts.hpp"
#include "othello/small_solver.hpp"

namespace fivefold::othello {

// The boards are bits in reading order of a board of size 4, 6 or 8, the side to move first.
struct Kernels {
    // Leaves `depth` >= 1 moves on, or any number once stopped.
    std::uint64_t (*count_leaves)(int size, Bits own, Bits other, int depth, const StopFlag& stop);

    // "First" is the side to move. Once stopped, what has been played so far.
    Playouts (*play_out)(int size, Bits own, Bits other, std::uint64_t games, std::uint64_t seed,
                         const StopFlag& stop);

    // Size 4 or 6.
    std::unique_ptr<SmallSolver> (*make_small_solver)(int size, std::size_t megabytes);
};

const Kernels& portable_kernels();

// The fast ones where they were built and this processor has the instructions, else the portable.
const Kernels& best_kernels();

}  // namespace fivefold::othello
