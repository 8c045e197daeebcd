// The exact value of positions on 4x4 and 6x6.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/stop.hpp"

namespace fivefold::othello {

struct SmallOptions {
    std::size_t megabytes = 256;
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();  // approximate limit
    // A file of costly results, one line each; empty for none. A later call with the same file
    // resumes from there.
    std::string journal;
    std::atomic<std::uint64_t>* progress = nullptr;  // nodes so far, readable from other threads
};

struct SmallAnswer {
    std::optional<int> score;         // for the side to move; empty cells count for the winner
    std::optional<std::string> move;  // keeps the score; nullopt once the game is over
    std::vector<std::string> pv;      // best play to the end, passes as `--`
    std::uint64_t nodes = 0;
};

// Returns no score when stopped or out of nodes. Throws InvalidText if the text is not a position
// of 4x4 or 6x6, or the journal cannot be read or written.
SmallAnswer solve_small(std::string_view position, const SmallOptions& options,
                        const StopFlag& stop);

}  // namespace fivefold::othello
