#include "gomoku/rules/rules.hpp"

#include "core/text.hpp"
#include "gomoku/rules/position.hpp"

namespace fivefold::gomoku {

namespace {

// The leaves `depth` plies ahead; meaningless once stopped. Restores the position.
std::uint64_t count_leaves(Position& position, int depth, const StopFlag& stop) {
    if (depth == 0 || position.is_over()) {
        return 1;
    }
    if (depth == 1 && !position.has_fouls()) {
        return static_cast<std::uint64_t>(position.empty_count());
    }
    std::uint64_t leaves = 0;
    for (int cell = 0; cell < position.cell_count() && !is_stopped(stop); ++cell) {
        if (!position.is_legal(cell)) {
            continue;
        }
        if (depth == 1) {
            ++leaves;
        } else {
            position.place(cell);
            leaves += count_leaves(position, depth - 1, stop);
            position.take_back(cell);
        }
    }
    return leaves;
}

std::string name_of(Foul foul) {
    return foul == Foul::six     ? "an overline"
           : foul == Foul::fours ? "a double four"
                                 : "a double three";
}

}  // namespace

std::vector<std::string> legal_moves(std::string_view text, std::string_view rules) {
    const Position position(text, parse_rules(rules));
    std::vector<std::string> moves;
    for (int cell = 0; cell < position.cell_count(); ++cell) {
        if (position.is_legal(cell)) {
            moves.push_back(format_move(cell, position.size()));
        }
    }
    return moves;
}

std::string play(std::string_view text, std::string_view move, std::string_view rules) {
    Position position(text, parse_rules(rules));
    const int cell = parse_move(move, position.size());
    if (position.is_over()) {
        throw InvalidText("The game is over.");
    }
    if (!position.is_empty(cell)) {
        throw InvalidText(std::string(move) + " is taken.");
    }
    if (const Foul foul = position.foul_at(cell); foul != Foul::none) {
        throw InvalidText(std::string(move) + " makes " + name_of(foul) + ", which is forbidden.");
    }
    position.place(cell);
    return position.text();
}

std::optional<std::string> outcome(std::string_view text, std::string_view rules) {
    const Position position(text, parse_rules(rules));
    if (!position.is_over()) {
        return std::nullopt;
    }
    if (!position.winner()) {
        return "draw";
    }
    return *position.winner() == Side::first ? "X" : "O";
}

std::optional<std::uint64_t> perft(std::string_view text, std::string_view rules, int depth,
                                   const StopFlag& stop) {
    Position position(text, parse_rules(rules));
    const std::uint64_t leaves = count_leaves(position, depth, stop);
    return is_stopped(stop) ? std::nullopt : std::optional(leaves);
}

}  // namespace fivefold::gomoku
