#include "core/stop.hpp"

#include <chrono>
#include <string>
#include <thread>

#include "gomoku/rules/rules.hpp"
#include "othello/rules/rules.hpp"
#include "pentomino/rules.hpp"
#include "tests/check.hpp"

using namespace fivefold;
using namespace std::chrono_literals;

namespace {

// Whether a count that would take years ends soon after another thread stops it. The limit leaves
// room for sanitizers and busy machines; normally it takes well under a millisecond.
template <typename Count>
bool ends_when_told(const Count& count) {
    StopFlag stop{false};
    auto told = std::chrono::steady_clock::now();
    std::thread other([&] {
        std::this_thread::sleep_for(30ms);
        told = std::chrono::steady_clock::now();
        stop = true;
    });
    const bool is_finished = count(stop).has_value();
    const auto late = std::chrono::steady_clock::now();
    other.join();
    return !is_finished && late - told < 500ms;
}

}  // namespace

TEST(every_perft_ends_when_another_thread_stops_it) {
    const std::string othello = std::string(27, '.') + "OX......XO" + std::string(27, '.') + " X";
    const std::string gomoku = std::string(22 * 22, '.') + " X";
    const std::string pentomino(64, '.');
    CHECK(ends_when_told([&](const StopFlag& stop) { return othello::perft(othello, 30, stop); }));
    CHECK(ends_when_told(
        [&](const StopFlag& stop) { return gomoku::perft(gomoku, "standard", 30, stop); }));
    CHECK(ends_when_told(
        [&](const StopFlag& stop) { return pentomino::perft(pentomino, 8, 8, 12, stop); }));
}
