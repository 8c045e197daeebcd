// When a search has had enough time. Everybody who asks the engine with a clock is subject to this.
#pragma once

#include <chrono>
#include <optional>

namespace fivefold::gomoku {

// Seconds for a move. `usual` alone is a cap, and the move has nothing to gain by taking less.
// With `longest`, `usual` is a share of a clock that is also wanted later: a move may take less or,
// if it is worth it, more, but never more than `longest`.
struct MoveTime {
    std::optional<double> usual;
    std::optional<double> longest;
};

class Pace {
  public:
    using Clock = std::chrono::steady_clock;
    using Moment = std::optional<Clock::time_point>;

    Pace(const MoveTime& time, Clock::time_point begin);

    // Takes note of the iteration that has just ended: its best move and that move's value.
    void note(int move, int value, Clock::time_point now);

    // Whether another iteration is worth beginning: on a clock, whether it is likely to end in
    // time; else, whether a good part of the time is left for it.
    bool has_time_at(Clock::time_point now) const;

    // Whether there is time for something beside the iterations, which would be missed at the end.
    bool has_time_to_spare_at(Clock::time_point now) const;

    // When an iteration that begins now is to be given up; nothing where there is no limit.
    Moment deadline() const;

    // The seconds that this move is worth by what is known so far; only on a clock.
    double wanted() const;

  private:
    Moment at(double seconds) const;
    double gone_at(Clock::time_point now) const;

    MoveTime time_;
    bool has_clock_;
    Clock::time_point begin_;
    double last_end_ = 0;       // of the last iteration, in seconds from the beginning
    double last_duration_ = 0;  // of that iteration
    double growth_;             // how much longer an iteration takes than the one before
    int iterations_ = 0;
    int move_ = 0;
    int value_ = 0;
    double unrest_ = 0;  // how often the best move changed, of late
    int fall_ = 0;       // by how much the value has fallen since a few iterations before
};

}  // namespace fivefold::gomoku
