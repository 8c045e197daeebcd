// Forced wins with their proofs: by fours (VCF), and by fours and threes (VCT).
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/stop.hpp"
#include "gomoku/four_search.hpp"
#include "gomoku/proof_tree.hpp"
#include "gomoku/threat_search.hpp"

namespace fivefold::gomoku {

enum class Force { fours, threes };

struct ForceLimits {
    std::uint64_t nodes = ~std::uint64_t{0};
    int plies = any_length;  // only wins that take so many or fewer, both sides counted
    std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt;
};

struct ForcedWin {
    bool is_found = false;
    // Not found, and not for want of effort: there is none of this kind within the plies.
    bool is_complete = false;
    int plies = 0;          // until five on the longest line
    std::vector<int> line;  // squares: the attacker's moves, and replies that last longest
    ProofTree tree;         // of squares
    std::uint64_t nodes = 0;
};

class ThreatSolver {
  public:
    // With tables of that many MiB together.
    explicit ThreatSolver(std::size_t megabytes);

    // A forced win of the side to move; nobody has won yet. A shorter one than the first is looked
    // for as long as that took again.
    ForcedWin solve(Board& board, Force force, const ForceLimits& limits, const StopFlag& stop);

    // The same for texts; throws InvalidText. The tree and the line are of cells.
    ForcedWin solve(std::string_view position, std::string_view rules, Force force,
                    const ForceLimits& limits, const StopFlag& stop);

  private:
    ForcedWin solve_by_fours(Board& board, Effort& effort, int plies);
    ForcedWin solve_by_threes(Board& board, Effort& effort, int plies);
    ForcedWin solve_by_threats(Board& board, Effort& effort, Attack attack, int plies);

    FourTable fours_;
    ThreatTable threats_;
};

}  // namespace fivefold::gomoku
