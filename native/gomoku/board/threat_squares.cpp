#include "gomoku/board/threat_squares.hpp"

#include <algorithm>

#include "gomoku/board/board.hpp"

namespace fivefold::gomoku {

namespace {

// Nothing for what is no threat.
std::string_view name_of(Kind kind) {
    switch (kind) {
        case Kind::five:
            return "five";
        case Kind::open_four:
            return "open_four";
        case Kind::double_four:
            return "double_four";
        case Kind::four_three:
            return "four_three";
        case Kind::four:
        case Kind::four_two:
            return "four";
        case Kind::double_three:
            return "double_three";
        case Kind::three:
        case Kind::three_two:
            return "three";
        case Kind::none:
        case Kind::foul:
        case Kind::two:
        case Kind::double_two:
            return "";
    }
    return "";
}

}  // namespace

std::vector<ThreatSquare> threat_squares(std::string_view text, std::string_view name) {
    const Rules rules = parse_rules(name);
    const Position position(text, rules);
    if (position.is_over()) {
        return {};
    }
    const Board board(position, rules);
    struct Found {
        Kind kind;
        ThreatSquare square;
    };
    std::vector<Found> found;
    for (int cell = 0; cell < position.cell_count(); ++cell) {
        const int square = square_of_cell(cell, board.size());
        if (!position.is_empty(cell)) {
            continue;
        }
        for (const Side side : {Side::first, Side::second}) {
            const Kind kind = board.exact_kind(side, square);
            const std::string_view called = name_of(kind);
            if (!called.empty()) {
                found.push_back({kind,
                                 {format_move(cell, board.size()), side == Side::first ? "X" : "O",
                                  std::string(called)}});
            }
        }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& left, const Found& right) { return left.kind > right.kind; });
    std::vector<ThreatSquare> squares;
    for (Found& each : found) {
        squares.push_back(std::move(each.square));
    }
    return squares;
}

}  // namespace fivefold::gomoku
