#include "gomoku/search/time_management.hpp"

#include <algorithm>

namespace fivefold::gomoku {

namespace {

// With a fixed limit, an iteration is hardly useful with less than a tenth of the time left.
constexpr double last_beginning = 0.9;
// Work beside the iterations takes about a third of the time they took.
constexpr double last_to_spare = 0.7;
// A year stands for no limit and still fits the clock's units.
constexpr double for_ever = 3e7;

// On a clock: a stable best move gets less than its share; a change of mind, especially late, and a
// falling value get more.
constexpr double calm_part = 0.8;
constexpr double part_of_unrest = 0.8;
constexpr double unrest_that_stays = 0.5;  // kept after each iteration
constexpr double value_of_a_share = 150;   // a fall by this much is worth another share
constexpr double max_for_fall = 1.5;
constexpr int first_iterations = 4;  // early changes of mind mean nothing
constexpr double min_growth = 1.2;
constexpr double max_growth = 3;
constexpr double expected_growth = 1.7;
// Estimates are rough: an iteration that runs over its estimate may continue until this multiple.
constexpr double patience = 1.5;

}  // namespace

TimeManager::TimeManager(const MoveTime& time, Clock::time_point begin)
    : time_(time),
      has_clock_(time.usual && time.longest && *time.longest > *time.usual),
      begin_(begin),
      growth_(expected_growth) {
    if (time.longest && !has_clock_) {  // then `longest` is the tighter limit
        time_.usual = time.longest;
    }
}

double TimeManager::elapsed_at(Clock::time_point now) const {
    return std::chrono::duration<double>(now - begin_).count();
}

TimeManager::Moment TimeManager::at(double seconds) const {
    return begin_ + std::chrono::duration_cast<Clock::duration>(
                        std::chrono::duration<double>(std::min(seconds, for_ever)));
}

void TimeManager::record(int move, int value, Clock::time_point now) {
    const double end = elapsed_at(now);
    const double duration = end - last_end_;
    if (last_duration_ > 0) {
        const double grown = std::clamp(duration / last_duration_, min_growth, max_growth);
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

double TimeManager::wanted() const {
    const double parts =
        calm_part + part_of_unrest * unrest_ + std::min(fall_ / value_of_a_share, max_for_fall);
    return std::min(*time_.usual * parts, *time_.longest);
}

bool TimeManager::has_time_at(Clock::time_point now) const {
    const double gone = elapsed_at(now);
    if (has_clock_) {
        return gone + last_duration_ * growth_ <= wanted();
    }
    return !time_.usual || gone <= *time_.usual * last_beginning;
}

bool TimeManager::has_time_to_spare_at(Clock::time_point now) const {
    return !time_.usual || elapsed_at(now) < last_to_spare * (has_clock_ ? wanted() : *time_.usual);
}

TimeManager::Moment TimeManager::deadline() const {
    if (has_clock_) {
        return at(std::min(wanted() * patience, *time_.longest));
    }
    return time_.usual ? at(*time_.usual) : std::nullopt;
}

}  // namespace fivefold::gomoku
