// The search for who places the last piece. See docs/explanation/pentomino-solved.md.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/stop.hpp"
#include "pentomino/frame.hpp"
#include "pentomino/placements.hpp"
#include "pentomino/table.hpp"

namespace fivefold::pentomino {

struct Verdict {
    Value value;          // for the side to move
    int placement;        // one that wins, or -1
    std::uint64_t nodes;  // positions whose moves were looked at
};

struct Budget {
    const StopFlag& stop;
    std::uint64_t nodes;
};

class Search {
  public:
    virtual ~Search() = default;

    // Who wins with these placements left, numbered as on the empty board; `pieces_down` is only
    // used to find good moves sooner. Unknown when stopped or out of nodes: asked again, it goes on
    // with what the table has kept.
    virtual Verdict decide(const std::vector<int>& live, int pieces_down, const Budget& budget) = 0;

    virtual void forget() = 0;
};

struct Setting {
    std::vector<Placement> placements;
    Frame frame;
    std::size_t megabytes;
    bool last_loses;  // misère play
};

// The same search compiled for any processor, and for those with AVX2, BMI2 and POPCNT.
std::unique_ptr<Search> make_portable_search(Setting setting);
std::unique_ptr<Search> make_fast_search(Setting setting);

}  // namespace fivefold::pentomino
