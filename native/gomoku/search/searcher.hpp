// The Gomoku engine: text in, scored lines of play out.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/stop.hpp"
#include "gomoku/proof/forced_win.hpp"
#include "gomoku/search/root.hpp"
#include "gomoku/search/search.hpp"
#include "gomoku/search/time_management.hpp"

namespace fivefold::gomoku {

struct Line {
    std::string move;
    int score;                   // hundredths, for the side to move
    std::optional<int> wins_in;  // plies to five, counting from 1; negative if the opponent makes
                                 // it
    int depth;
    std::vector<std::string> pv;
};

struct Report {
    std::vector<Line> lines;  // best first; empty once the game is over
    std::uint64_t nodes = 0;
    int depth = 0;
    int selective_depth = 0;
};

// Search limits; the tightest one holds. With `longest`, `seconds` is a share of a game clock (see
// MoveTime).
struct Limits {
    std::optional<double> seconds;
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
    std::optional<double> longest = std::nullopt;
};

class Searcher {
  public:
    Searcher(std::shared_ptr<const Weights> weights, std::size_t megabytes, int threads,
             const Settings& settings = {});
    // Reads weights from a file's bytes; empty means the hand-written ones. Throws InvalidText if
    // they cannot be read.
    Searcher(std::span<const std::byte> weights, std::size_t megabytes, int threads);

    // Iterative deepening until a limit, the stop flag or a proof. `lines` is the number of moves
    // that need exact scores; 0 means every move near stones. Throws InvalidText on malformed
    // input.
    Report search(std::string_view position, std::string_view rules, const Limits& limits,
                  int lines, const StopFlag& stop);

    // The state of the running or last search; safe to call from any thread.
    std::optional<Report> progress() const;

    void forget();

  private:
    void deepen(Root& root, int max_depth, TimeManager& timer, Budget budget);
    std::optional<ForcedWin> forced_win_in(Board& board, Budget& budget, int part);
    bool find_forced_win(Root& root, Budget& budget);
    bool find_refutation(Root& root, Budget& budget);
    Report report(const Root& root) const;
    void publish(Report found);

    std::shared_ptr<const Weights> weights_;
    std::shared_ptr<Table> table_;
    ForcedWinSolver forced_wins_;
    std::uint64_t forced_win_nodes_ = 0;  // in this search
    bool has_no_forced_win_ = false;      // nothing left to search for; not a proof
    int unrefuted_ = no_square;           // the same for the opponent after this move
    Settings settings_;
    std::vector<std::unique_ptr<Search>> searches_;  // one per thread
    mutable std::mutex progress_lock_;
    std::optional<Report> progress_;
};

}  // namespace fivefold::gomoku
