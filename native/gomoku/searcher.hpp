// The Gomoku engine: text in, lines of play with their scores out.
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
#include "gomoku/pace.hpp"
#include "gomoku/root.hpp"
#include "gomoku/search.hpp"
#include "gomoku/threats.hpp"

namespace fivefold::gomoku {

struct Line {
    std::string move;
    int score;                   // hundredths, for the side to move
    std::optional<int> wins_in;  // five on that ply, from 1; negative when the other side makes it
    int depth;
    std::vector<std::string> pv;
};

struct Report {
    std::vector<Line> lines;  // best first; none when the game is over
    std::uint64_t nodes = 0;
    int depth = 0;
    int selective_depth = 0;
};

// What ends a search; of several limits the tightest holds. `longest` makes of the seconds the
// share of a clock (see MoveTime).
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
    // With the weights of a file, none for those written by hand; throws InvalidText when they
    // cannot be read.
    Searcher(std::span<const std::byte> weights, std::size_t megabytes, int threads);

    // Deeper and deeper until a limit, the stop flag or a proof. `lines` is how many moves are to
    // get a true score; 0 means every move near stones. Throws InvalidText for texts it refuses.
    Report search(std::string_view position, std::string_view rules, const Limits& limits,
                  int lines, const StopFlag& stop);

    // Of the search that is running or has ended last; may be called from any thread.
    std::optional<Report> progress() const;

    void forget();

  private:
    void deepen(Root& root, int deepest_wanted, Pace& pace, Budget budget);
    std::optional<ForcedWin> force_in(Board& board, Budget& budget, int part);
    bool look_for_force(Root& root, Budget& budget);
    bool look_for_refutation(Root& root, Budget& budget);
    Report report(const Root& root) const;
    void publish(Report found);

    std::shared_ptr<const Weights> weights_;
    std::shared_ptr<Table> table_;
    ThreatSolver forces_;
    std::uint64_t forces_nodes_ = 0;  // of this question
    bool has_no_force_ = false;       // that is certain
    int unrefuted_ = no_square;       // a move after which the other side certainly has none
    Settings settings_;
    std::vector<std::unique_ptr<Search>> searches_;  // one for each thread
    mutable std::mutex progress_lock_;
    std::optional<Report> progress_;
};

}  // namespace fivefold::gomoku
