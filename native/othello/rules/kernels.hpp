// The rules functions that are compiled twice (see kernel.hpp).
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "core/stop.hpp"
#include "othello/rules/playouts.hpp"

namespace fivefold::othello {

// Boards are bits in reading order of a board of size 4, 6 or 8, the side to move first.
struct Kernels {
    // The leaves `depth` >= 1 plies ahead; meaningless once stopped.
    std::uint64_t (*count_leaves)(int size, Bits own, Bits other, int depth, const StopFlag& stop);

    // "First" is the side to move. When stopped, the games played so far.
    Playouts (*play_out)(int size, Bits own, Bits other, std::uint64_t games, std::uint64_t seed,
                         const StopFlag& stop);
};

const Kernels& portable_kernels();

// The fast kernels if built and supported by this processor, else the portable ones.
const Kernels& best_kernels();

}  // namespace fivefold::othello
