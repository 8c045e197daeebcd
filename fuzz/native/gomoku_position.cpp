// Gomoku position texts under every rule set, and moves from there.
#include <array>

#include "fuzz/native/check.hpp"
#include "gomoku/rules/position.hpp"
#include "gomoku/rules/rules.hpp"

using namespace fivefold;
using fuzz::require;
using fuzz::tried;

namespace {

constexpr std::array rule_texts{"freestyle", "standard",         "renju",
                                "caro",      "omok:threes=both", "omok:six=forbidden:fours=black"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const std::string_view rules_text = rule_texts[data[0] % rule_texts.size()];
    const std::string_view text = fuzz::text_of(data + 1, size - 1);
    const gomoku::Rules rules = gomoku::parse_rules(rules_text);
    auto position = tried([&] { return gomoku::Position(text, rules); });
    if (!position) {
        return 0;
    }
    require(position->text() == text, "a position is its text");
    // A few moves suffice: each parses a new position, and large boards have hundreds.
    int tried_moves = 0;
    for (int cell = data[0] % 5; cell < position->cell_count() && tried_moves < 3; cell += 5) {
        if (!position->is_legal(cell)) {
            continue;
        }
        ++tried_moves;
        const std::string move = gomoku::format_move(cell, position->size());
        position->place(cell);
        require(gomoku::play(text, move, rules_text) == position->text(),
                "both ways to play agree");
        const gomoku::Position after(position->text(), rules);
        require(after.winner() == position->winner() && after.is_over() == position->is_over(),
                "a move leads where its position is");
        position->take_back(cell);
        require(position->text() == text, "a move that was taken back is gone");
    }
    require(position->is_over() == gomoku::outcome(text, rules_text).has_value(), "an end is one");
    return 0;
}
