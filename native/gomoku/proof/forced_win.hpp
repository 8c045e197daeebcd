// Forced wins with proofs: by fours (VCF), and by fours and threes (VCT).
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/stop.hpp"
#include "gomoku/proof/proof_tree.hpp"
#include "gomoku/proof/vcf.hpp"
#include "gomoku/proof/vct.hpp"

namespace fivefold::gomoku {

enum class Force { fours, threes };

struct ForceLimits {
    std::uint64_t nodes = ~std::uint64_t{0};
    int plies = unlimited_plies;  // the longest win to look for, both sides' plies counted
    std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt;
    // Force::threes: try every threat in the end, so that a failed search proves that there is no
    // win. Otherwise only threats with promising shapes are tried.
    bool proves_none = false;
};

struct ForcedWin {
    bool is_found = false;
    // If not found: proven that no win of this kind exists within the plies.
    bool is_complete = false;
    // If not found: every move that this search tries was refuted. More nodes find nothing, but a
    // win may exist unless is_complete.
    bool is_exhausted = false;
    int plies = 0;          // until five on the longest line
    std::vector<int> line;  // squares; the defender chooses the longest resistance
    ProofTree tree;         // over squares
    std::uint64_t nodes = 0;
};

class ForcedWinSolver {
  public:
    // The tables use `megabytes` in total.
    explicit ForcedWinSolver(std::size_t megabytes);

    // A forced win for the side to move; the game must not be over. After the first win is found,
    // as much time again goes into finding a shorter one.
    ForcedWin solve(Board& board, Force force, const ForceLimits& limits, const StopFlag& stop);

    // The same on text; throws InvalidText. The tree and the line hold cells.
    ForcedWin solve(std::string_view position, std::string_view rules, Force force,
                    const ForceLimits& limits, const StopFlag& stop);

  private:
    ForcedWin solve_by_fours(Board& board, SearchEffort& effort, int plies);
    ForcedWin solve_by_threes(Board& board, SearchEffort& effort, const ForceLimits& limits);
    ForcedWin solve_by_threats(Board& board, SearchEffort& effort, Attack attack, int plies);

    VcfTable fours_;
    VctTable threats_;
};

}  // namespace fivefold::gomoku
