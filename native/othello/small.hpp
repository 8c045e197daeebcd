// The exact value of positions on 4x4 and 6x6, from the empty board's four discs on.
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
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();  // about this many at most
    // A file that keeps what took long to find, one line each; empty for none. A solver that is
    // started again with the same file goes on where the last one was ended.
    std::string journal;
    std::atomic<std::uint64_t>* progress = nullptr;  // the nodes so far, for another thread to read
};

struct SmallAnswer {
    std::optional<int> score;         // for the side to move, empty cells to the winner
    std::optional<std::string> move;  // one that keeps the score; nothing when the game is over
    std::vector<std::string> pv;      // best play from the move to the end, passes as `--`
    std::uint64_t nodes = 0;
};

// Without a score when stopped or out of nodes. Throws InvalidText for a text that is no position
// of 4x4 or 6x6, and for a journal that cannot be read or written.
SmallAnswer solve_small(std::string_view position, const SmallOptions& options,
                        const StopFlag& stop);

}  // namespace fivefold::othello
