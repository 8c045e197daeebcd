// Executes search requests: the move, the best lines, the swap2 choices.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/stop.hpp"
#include "gomoku/search/searcher.hpp"
#include "pbrain/conversation.hpp"

namespace fivefold::pbrain {

class Engine {
  public:
    using Clock = std::chrono::steady_clock;

    // `weights` are the bytes of a weights file, or empty for the built-in ones. Throws InvalidText
    // if they cannot be read.
    explicit Engine(std::vector<std::byte> weights);

    // Allocates table and threads and builds the pattern tables, so that no move pays for it.
    // Errors in the settings are reported by the next request.
    void prepare(const Settings& settings) noexcept;

    void forget();

    // Searches a request that arrived at `received`; never throws.
    Result search(const Request& request, Clock::time_point received, const StopFlag& stop);

  private:
    void make_searcher(const Settings& settings);
    Result choose(const Request& request, const gomoku::MoveTime& time, const StopFlag& stop);
    Result open_swap(const Request& request, double seconds, const StopFlag& stop);
    gomoku::Report search_position(const Request& request, const std::string& position,
                                   const gomoku::MoveTime& time, const StopFlag& stop);

    std::vector<std::byte> weights_;
    std::unique_ptr<gomoku::Searcher> searcher_;
    std::size_t megabytes_ = 0;
    int threads_ = 0;
};

}  // namespace fivefold::pbrain
