#include "othello/rules/rules.hpp"

#include "core/text.hpp"
#include "othello/rules/kernels.hpp"
#include "othello/rules/position.hpp"

namespace fivefold::othello {

namespace {

// Calls work(board) with the board type of the position's size.
template <typename Work>
auto with_board(const Position& position, const Work& work) {
    switch (position.size) {
        case 4:
            return work(position.board<4>());
        case 6:
            return work(position.board<6>());
        default:
            return work(position.board<8>());
    }
}

Bits moves_of(const Position& position) {
    return with_board(position, [](const auto& board) { return board.moves(); });
}

bool is_over(const Position& position) {
    return with_board(position, [](const auto& board) {
        return board.moves() == 0 && board.passed().moves() == 0;
    });
}

}  // namespace

std::vector<std::string> legal_moves(std::string_view text) {
    const Position position = parse_position(text);
    if (is_over(position)) {
        return {};
    }
    Bits moves = moves_of(position);
    if (moves == 0) {
        return {format_move(pass, position.size)};
    }
    std::vector<std::string> result;
    while (moves != 0) {
        result.push_back(format_move(take_lowest(moves), position.size));
    }
    return result;
}

std::string play(std::string_view text, std::string_view move_text) {
    Position position = parse_position(text);
    const int move = parse_move(move_text, position.size);
    if (is_over(position)) {
        throw InvalidText("The game is over.");
    }
    const Bits moves = moves_of(position);
    if (move == pass) {
        if (moves != 0) {
            throw InvalidText("A pass is allowed only when no disc can be placed.");
        }
    } else {
        if ((moves & bit(move)) == 0) {
            throw InvalidText("A disc on " + std::string(move_text) + " is not allowed.");
        }
        const Bits flipped =
            with_board(position, [move](const auto& board) { return board.flips(move); });
        position.first ^= flipped;
        position.second ^= flipped;
        (position.first_to_move ? position.first : position.second) |= bit(move);
    }
    position.first_to_move = !position.first_to_move;
    return format_position(position);
}

std::optional<std::string> outcome(std::string_view text) {
    const Position position = parse_position(text);
    if (!is_over(position)) {
        return std::nullopt;
    }
    const int margin = count_bits(position.first) - count_bits(position.second);
    return margin > 0 ? "X" : margin < 0 ? "O" : "draw";
}

std::optional<std::uint64_t> perft(std::string_view text, int depth, const StopFlag& stop) {
    const Position position = parse_position(text);
    if (depth == 0) {
        return 1;
    }
    const auto [own, other] = position.board<8>();
    const std::uint64_t leaves =
        best_kernels().count_leaves(position.size, own, other, depth, stop);
    return is_stopped(stop) ? std::nullopt : std::optional(leaves);
}

}  // namespace fivefold::othello
