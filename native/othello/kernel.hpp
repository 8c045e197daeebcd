// Moves and flips on 8x8, as fast as the processor allows.
//
// Everything that is searched millions of times a second is compiled twice: for any processor, and
// for those with AVX2 and BMI2. The two live in namespaces of their own, so that the linker keeps
// both; which one runs is decided at run time.
#pragma once

#include "core/bits.hpp"
#include "othello/board.hpp"

#if !defined(FIVEFOLD_KERNEL)
#define FIVEFOLD_KERNEL portable
#endif

namespace fivefold::othello::inline FIVEFOLD_KERNEL {

// The cells where `own` may put a disc.
inline Bits moves(Bits own, Bits other) {
    return Board<8>{own, other}.moves();
}

// The discs that turn over when `own` puts a disc on this empty cell; 0 when it may not.
inline Bits flips(Bits own, Bits other, int cell) {
    return Board<8>{own, other}.flips(cell);
}

}  // namespace fivefold::othello::inline FIVEFOLD_KERNEL
