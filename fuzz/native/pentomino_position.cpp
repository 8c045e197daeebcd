// Pentomino position texts on small rectangles, and moves from there.
#include <algorithm>

#include "fuzz/native/check.hpp"
#include "pentomino/position.hpp"
#include "pentomino/rules.hpp"

using namespace fivefold;
using fuzz::require;
using fuzz::tried;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) {
        return 0;
    }
    // Mostly invalid or small rectangles, because all placements are generated anew.
    const int rows = static_cast<std::int8_t>(data[0]);
    const int columns = static_cast<std::int8_t>(data[1]);
    const std::string_view text = fuzz::text_of(data + 2, size - 2);
    if (rows * columns > 20 && size % 16 != 0) {
        return 0;
    }
    const auto moves = tried([&] { return pentomino::legal_moves(text, rows, columns); });
    const auto outcome = tried([&] { return pentomino::outcome(text, rows, columns); });
    require(moves.has_value() == outcome.has_value(), "a text is read by both or by neither");
    if (!moves) {
        return 0;
    }
    require(moves->empty() == outcome->has_value(), "an end has no moves");
    if (!moves->empty()) {
        const std::string& move = (*moves)[data[1] % moves->size()];
        const std::string after = pentomino::play(text, move, rows, columns);
        require(std::ranges::count(after, '.') + 5 == std::ranges::count(text, '.'),
                "a piece covers five cells");
        require(!tried([&] { return pentomino::play(after, move, rows, columns); }),
                "no piece is laid twice");
    }
    return 0;
}
