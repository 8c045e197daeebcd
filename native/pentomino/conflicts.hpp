// The conflict graph: placements are vertices, and an edge joins two that exclude each other.
//
// Two placements conflict if they share a cell or a piece. A position is therefore the set of
// placements still possible; a move removes itself and its neighbours from the set.
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

    // The leaves `depth` >= 1 plies after the position where all placements are possible;
    // meaningless once stopped.
    std::uint64_t count_leaves(int depth, const StopFlag& stop) const;

  private:
    // A set of placements has words_ words.
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
