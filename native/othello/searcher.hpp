// The Othello engine on 8x8: text in, lines of play with their scores out.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "othello/search.hpp"

namespace fivefold::othello {

struct Line {
    std::string move;
    double score;  // in discs, for the side to move
    int depth;
    int percent;  // how sure the search is of having left nothing out; 100 is selective nowhere
    bool exact;   // the score is proven
    std::vector<std::string> pv;
};

struct Report {
    std::vector<Line> lines;  // best first; none when the game is over
    std::uint64_t nodes = 0;
    int depth = 0;
    int percent = 100;
    bool exact = false;  // the value of the position is proven
};

// What ends a search; of several limits the tightest holds.
struct Limits {
    std::optional<double> seconds;
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
};

class Searcher {
  public:
    Searcher(std::shared_ptr<const Weights> weights, std::size_t megabytes, int threads,
             Kernel kernel = Kernel::best);

    // Deeper and deeper until a limit, the stop flag or the proof of every line it reports: the
    // best line, or with `every_move` one for each legal move. Throws InvalidText for a position it
    // refuses.
    Report search(std::string_view position, const Limits& limits, bool every_move,
                  const StopFlag& stop);

    // Straight to the end of the game. With `win_only` the score is only 1, 0 or -1: won, drawn or
    // lost.
    Report solve(std::string_view position, const Limits& limits, bool win_only,
                 const StopFlag& stop);

    // What the evaluation says without any search, in discs.
    double evaluate(std::string_view position);

    // Of the search that is running or has ended last; may be called from any thread.
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
    std::vector<std::unique_ptr<Search>> searches_;  // one for each thread
    mutable std::mutex progress_lock_;
    std::optional<Report> progress_;
};

}  // namespace fivefold::othello
