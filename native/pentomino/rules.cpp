#include "pentomino/rules.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "pentomino/conflicts.hpp"
#include "pentomino/position.hpp"

namespace fivefold::pentomino {

std::vector<std::string> legal_moves(std::string_view text, int rows, int columns) {
    const Position position(text, checked_rectangle(rows, columns));
    std::vector<std::string> moves;
    moves.reserve(position.live().size());
    for (const Placement& placement : position.live()) {
        moves.push_back(format_move(placement, position.rectangle()));
    }
    return moves;
}

std::string play(std::string_view text, std::string_view move_text, int rows, int columns) {
    const Position position(text, checked_rectangle(rows, columns));
    const Placement move = parse_move(move_text, position.rectangle());
    const bool is_live =
        std::any_of(position.live().begin(), position.live().end(), [&](const Placement& live) {
            return live.piece == move.piece && live.cells == move.cells;
        });
    if (is_live) {
        return position.text_after(move);
    }
    if (position.live().empty()) {
        throw InvalidText("The game is over.");
    }
    if (position.is_used(move.piece)) {
        throw InvalidText("The piece " + std::string(1, move_text[0]) +
                          " is already on the board.");
    }
    if (position.overlaps(move.cells)) {
        throw InvalidText("The move " + quoted(move_text) + " overlaps a piece on the board.");
    }
    throw InvalidText("The cells of " + quoted(move_text) + " do not form that pentomino.");
}

std::optional<std::string> outcome(std::string_view text, int rows, int columns) {
    const Position position(text, checked_rectangle(rows, columns));
    if (!position.live().empty()) {
        return std::nullopt;
    }
    return position.first_to_move() ? "O" : "X";
}

std::optional<std::uint64_t> perft(std::string_view text, int rows, int columns, int depth,
                                   const StopFlag& stop) {
    const Position position(text, checked_rectangle(rows, columns));
    if (depth == 0) {
        return 1;
    }
    const std::uint64_t leaves = ConflictGraph(position.live()).count_leaves(depth, stop);
    return is_stopped(stop) ? std::nullopt : std::optional(leaves);
}

}  // namespace fivefold::pentomino
