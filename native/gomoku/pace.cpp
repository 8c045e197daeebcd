#include "gomoku/pace.hpp"

#include <algorithm>

namespace fivefold::gomoku {

namespace {

// Under a cap an iteration is of little use when less than a tenth of the time is left for it.
constexpr double last_beginning = 0.9;
// What is begun beside the iterations takes about a third as long as they took.
constexpr double last_to_spare = 0.7;
// A year is as good as for ever, and can be counted in the clock's units.
constexpr double for_ever = 3e7;

// On a clock. A move that has been best for a while gets less than its share, a change of mind
// more, the later the more; a value that falls as well.
constexpr double calm_part = 0.8;
constexpr double part_of_unrest = 0.8;
constexpr double unrest_that_stays = 0.5;  // after each iteration
constexpr double value_of_a_share = 150;   // a fall by so much is worth another share
constexpr double most_for_fall = 1.5;
constexpr int first_iterations = 4;  // whose changes of mind mean nothing
constexpr double least_growth = 1.2;
constexpr double most_growth = 3;
constexpr double expected_growth = 1.7;
// Estimates are rough: an iteration that takes longer than thought is given up only so late.
constexpr double patience = 1.5;

}  // namespace

Pace::Pace(const MoveTime& time, Clock::time_point begin)
    : time_(time),
      has_clock_(time.usual && time.longest && *time.longest > *time.usual),
      begin_(begin),
      growth_(expected_growth) {
    if (time.longest && !has_clock_) {  // then it is the tighter cap
        time_.usual = time.longest;
    }
}

double Pace::gone_at(Clock::time_point now) const {
    return std::chrono::duration<double>(now - begin_).count();
}

Pace::Moment Pace::at(double seconds) const {
    return begin_ + std::chrono::duration_cast<Clock::duration>(
                        std::chrono::duration<double>(std::min(seconds, for_ever)));
}

void Pace::note(int move, int value, Clock::time_point now) {
    const double end = gone_at(now);
    const double duration = end - last_end_;
    if (last_duration_ > 0) {
        const double grown = std::clamp(duration / last_duration_, least_growth, most_growth);
        growth_ = (growth_ + grown) / 2;
    }
    last_end_ = end;
    last_duration_ = duration;
    ++iterations_;
    if (iterations_ > first_iterations) {
        unrest_ = unrest_ * unrest_that_stays + (move != move_ ? 1 : 0);
        fall_ = std::max(0, fall_ / 2 + value_ - value);
    }
    move_ = move;
    value_ = value;
}

double Pace::wanted() const {
    const double parts =
        calm_part + part_of_unrest * unrest_ + std::min(fall_ / value_of_a_share, most_for_fall);
    return std::min(*time_.usual * parts, *time_.longest);
}

bool Pace::has_time_at(Clock::time_point now) const {
    const double gone = gone_at(now);
    if (has_clock_) {
        return gone + last_duration_ * growth_ <= wanted();
    }
    return !time_.usual || gone <= *time_.usual * last_beginning;
}

bool Pace::has_time_to_spare_at(Clock::time_point now) const {
    return !time_.usual || gone_at(now) < last_to_spare * (has_clock_ ? wanted() : *time_.usual);
}

Pace::Moment Pace::deadline() const {
    if (has_clock_) {
        return at(std::min(wanted() * patience, *time_.longest));
    }
    return time_.usual ? at(*time_.usual) : std::nullopt;
}

}  // namespace fivefold::gomoku
