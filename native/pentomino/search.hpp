// The search for the side that places the last piece. See docs/explanation/pentomino-solved.md.
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
    int placement;        // a winning one, or -1
    std::uint64_t nodes;  // positions expanded
};

struct Budget {
    const StopFlag& stop;
    std::uint64_t nodes;
};

class Search {
  public:
    virtual ~Search() = default;

    // The winner with these placements left, numbered as on the empty board. `pieces_down` only
    // helps move ordering. Unknown when stopped or out of nodes; a repeated call continues from the
    // table.
    virtual Verdict decide(const std::vector<int>& live, int pieces_down, const Budget& budget) = 0;

    virtual void forget() = 0;
};

struct Setting {
    std::vector<Placement> placements;
    Frame frame;
    std::size_t megabytes;
    bool last_loses;  // misère play: the last piece loses
};

// The same search compiled for any processor, and for AVX2, BMI2 and POPCNT.
std::unique_ptr<Search> make_portable_search(Setting setting);
std::unique_ptr<Search> make_fast_search(Setting setting);

}  // namespace fivefold::pentomino
