// What a position is worth before the end, by patterns of discs.
#pragma once

#include "othello/kernel.hpp"
#include "othello/weights.hpp"

namespace fivefold::othello::inline FIVEFOLD_KERNEL {

// evaluate() answers in these parts of a disc.
inline constexpr int parts_of_disc = 128;

// Where every pattern of the board stands, kept up to date move by move.
class Features {
  public:
    static Features of(Bits own, Bits other);  // seen by `own`, who is to move

    // Those after a move of the side to move, seen by the other side, who is to move then.
    Features after(int cell, Bits flipped) const;
    Features after_pass() const;
};

// The expected final difference for the side to move, in parts of a disc, between -64 and 64 discs.
int evaluate(const Weights& weights, const Features& features, Bits own, Bits other);

}  // namespace fivefold::othello::inline FIVEFOLD_KERNEL
