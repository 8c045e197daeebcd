// Moves of the three games, Gomoku rule names, and pbrain's numbers and places.
#include "fuzz/native/check.hpp"
#include "gomoku/rules/position.hpp"
#include "othello/rules/position.hpp"
#include "pbrain/parsing.hpp"
#include "pentomino/placements.hpp"

using namespace fivefold;
using fuzz::require;
using fuzz::tried;

namespace {

void check_words(std::string_view text) {
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::size_t before = rest.size();
        pbrain::take_word(rest);
        require(rest.size() < before, "a word takes something");
    }
    if (const auto number = pbrain::parse_number(pbrain::trimmed(text))) {
        require(pbrain::parse_number(std::to_string(*number)) == number, "a number is its text");
    }
    if (const auto place = pbrain::parse_place(text)) {
        require(place->x > -10'000 && place->y < 10'000, "a place has four digits");
    }
    pbrain::upper(text);
    quoted(text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    // One parser per input: a rejection costs more than all the parsing.
    const int side = 4 + data[0] / 8 % 19;
    const std::string_view text = fuzz::text_of(data + 1, size - 1);
    switch (data[0] % 8) {
        case 0:
            if (const auto cell = parse_cell(text)) {
                require(format_cell(*cell) == text, "a cell is written as it was read");
            }
            break;
        case 1:
            if (const auto move = tried([&] { return othello::parse_move(text, side); })) {
                require(othello::format_move(*move, side) == text, "an Othello move is its text");
            }
            break;
        case 2:
            if (const auto move = tried([&] { return gomoku::parse_move(text, side); })) {
                require(*move >= 0 && *move < side * side, "a Gomoku move is on the board");
                require(gomoku::format_move(*move, side) == text, "a Gomoku move is its text");
            }
            break;
        case 3: {
            const pentomino::Rectangle rectangle{side % 8 + 1, 8};
            if (const auto move = tried([&] { return pentomino::parse_move(text, rectangle); })) {
                require(pentomino::format_move(*move, rectangle) == text,
                        "a Pentomino move is its text");
            }
            break;
        }
        case 4:
            if (const auto rules = tried([&] { return gomoku::parse_rules(text); })) {
                require(rules->first == gomoku::parse_rules(text).first, "rules are read alike");
            }
            break;
        default:
            check_words(text);
    }
    return 0;
}
