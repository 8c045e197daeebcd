// Decides when a search has used enough time. Applies to every search with a time limit.
#pragma once

#include <chrono>
#include <optional>

namespace fivefold::gomoku {

// Seconds per move. With `usual` alone it is a fixed limit, and finishing early gains nothing. With
// `longest`, `usual` is a share of a game clock: a move may use less, or more when that pays, but
// never more than `longest`.
struct MoveTime {
    std::optional<double> usual;
    std::optional<double> longest;
};

class TimeManager {
  public:
    using Clock = std::chrono::steady_clock;
    using Moment = std::optional<Clock::time_point>;

    TimeManager(const MoveTime& time, Clock::time_point begin);

    // Records the iteration that has just ended: its best move and that move's value.
    void record(int move, int value, Clock::time_point now);

    // Whether to start another iteration: on a clock, if it is likely to finish in time; with a
    // fixed limit, if a useful part of the time is left.
    bool has_time_at(Clock::time_point now) const;

    // Whether there is time for work other than iterations.
    bool has_time_to_spare_at(Clock::time_point now) const;

    // When to abandon an iteration that starts now; nullopt without a limit.
    Moment deadline() const;

    // The seconds this move deserves by what is known so far; only on a clock.
    double wanted() const;

  private:
    Moment at(double seconds) const;
    double elapsed_at(Clock::time_point now) const;

    MoveTime time_;
    bool has_clock_;
    Clock::time_point begin_;
    double last_end_ = 0;       // end of the last iteration, in seconds from the start
    double last_duration_ = 0;  // duration of that iteration
    double growth_;             // how much longer each iteration takes than the one before
    int iterations_ = 0;
    int move_ = 0;
    int value_ = 0;
    double unrest_ = 0;  // how often the best move has changed recently
    int fall_ = 0;       // how far the value has fallen over the last few iterations
};

}  // namespace fivefold::gomoku
