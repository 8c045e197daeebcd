// Questions answered by the engine: the move, the best lines, the choices of swap2.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/stop.hpp"
#include "gomoku/searcher.hpp"
#include "pbrain/conversation.hpp"

namespace fivefold::pbrain {

class Thinker {
  public:
    using Clock = std::chrono::steady_clock;

    // The weights as they stand in their file; none for those that are built in. Throws InvalidText
    // when they cannot be read.
    explicit Thinker(std::vector<std::byte> weights);

    // Gets table, threads and the patterns of the rules ready, so that no move pays for it; what
    // is wrong with the settings is told by the next question.
    void prepare(const Settings& settings) noexcept;

    void forget();

    // The answer to a question that came at `asked`; throws nothing.
    Thought think(const Question& question, Clock::time_point asked, const StopFlag& stop);

  private:
    void make_searcher(const Settings& settings);
    Thought choose(const Question& question, const gomoku::MoveTime& time, const StopFlag& stop);
    Thought open_swap(const Question& question, double seconds, const StopFlag& stop);
    gomoku::Report search(const Question& question, const std::string& position,
                          const gomoku::MoveTime& time, const StopFlag& stop);

    std::vector<std::byte> weights_;
    std::unique_ptr<gomoku::Searcher> searcher_;
    std::size_t megabytes_ = 0;
    int threads_ = 0;
};

}  // namespace fivefold::pbrain
