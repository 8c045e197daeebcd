// Othello position texts, and every move from there.
#include "fuzz/native/check.hpp"
#include "othello/rules/position.hpp"
#include "othello/rules/rules.hpp"

using namespace fivefold;
using fuzz::require;
using fuzz::tried;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::text_of(data, size);
    const auto position = tried([&] { return othello::parse_position(text); });
    if (!position) {
        return 0;
    }
    require(othello::format_position(*position) == text, "a position is its text");
    const auto moves = othello::legal_moves(text);
    require(moves.empty() == othello::outcome(text).has_value(), "an end has no moves");
    for (const std::string& move : moves) {
        const std::string after = othello::play(text, move);
        require(after.size() == text.size() && after.back() != text.back(), "sides take turns");
        require(!tried([&] { return othello::play(after, move); }) || move == "--",
                "no square is taken twice");
    }
    return 0;
}
