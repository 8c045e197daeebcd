// The game as a graph: placements are its vertices, and two that exclude each other are joined.
//
// Two placements conflict when they share a cell or a piece. A position is then nothing but the set
// of placements still alive, and making a move removes it and its neighbours from that set.
#pragma once

#include <cstdint>
#include <vector>

#include "core/bits.hpp"
#include "core/stop.hpp"
#include "pentomino/placements.hpp"

namespace fivefold::pentomino {

class ConflictGraph {
  public:
    explicit ConflictGraph(const std::vector<Placement>& placements);

    // The leaves `depth` >= 1 moves on from the position where all placements are alive, or any
    // number once stopped.
    std::uint64_t count_leaves(int depth, const StopFlag& stop) const;

  private:
    // A set of placements is words_ words long.
    const Bits* survivors(std::size_t placement) const {
        return survivors_.data() + placement * words_;
    }
    std::uint64_t count_from(const Bits* live, Bits* scratch, int depth,
                             const StopFlag& stop) const;

    std::size_t words_;
    std::vector<Bits> everything_;
    std::vector<Bits> survivors_;  // for each placement, those it does not conflict with
};

}  // namespace fivefold::pentomino
