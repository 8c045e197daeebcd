// The Othello engine on 8x8: text in, scored lines of play out.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "othello/search/search.hpp"

namespace fivefold::othello {

struct Line {
    std::string move;
    double score;  // in discs, for the side to move
    int depth;
    int percent;  // confidence of the search; 100 means nothing was pruned selectively
    bool exact;   // the score is proven
    std::vector<std::string> pv;
};

struct Report {
    std::vector<Line> lines;  // best first; empty once the game is over
    std::uint64_t nodes = 0;
    int depth = 0;
    int percent = 100;
    bool exact = false;  // the position's value is proven
};

// Search limits; the tightest one holds.
struct Limits {
    std::optional<double> seconds;
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
};

class Searcher {
  public:
    Searcher(std::shared_ptr<const Weights> weights, std::size_t megabytes, int threads,
             Kernel kernel = Kernel::best);

    // Iterative deepening until a limit, the stop flag or a proof of every reported line: the best
    // line, or with `every_move` one per legal move. Throws InvalidText for an invalid position.
    Report search(std::string_view position, const Limits& limits, bool every_move,
                  const StopFlag& stop);

    // Searches straight to the end of the game. With `win_only` the score is only 1, 0 or -1 (won,
    // drawn, lost).
    Report solve(std::string_view position, const Limits& limits, bool win_only,
                 const StopFlag& stop);

    // The static evaluation in discs.
    double evaluate(std::string_view position);

    // The state of the running or last search; safe to call from any thread.
    std::optional<Report> progress() const;

    void forget();

  private:
    enum class Aim { best, every, winner };
    struct Question;

    Report answer(Question& question);
    void iterate(Question& question, int depth, int level);
    Report report(const Question& question) const;
    void publish(Report found);

    std::shared_ptr<TableMemory> memory_;
    std::vector<std::unique_ptr<Search>> searches_;  // one per thread
    mutable std::mutex progress_lock_;
    std::optional<Report> progress_;
};

}  // namespace fivefold::othello
