// Static evaluation: the sum kept by the board plus a term for the threats of both sides.
#pragma once

#include <algorithm>

#include "gomoku/board/board.hpp"
#include "gomoku/evaluation/weights.hpp"

namespace fivefold::gomoku {

// The bits of threat_mask(), each with the kinds it covers.
enum class Threat {
    open_four,     // open_four
    four_fork,     // four_three, double_four
    four,          // four, four_two
    double_three,  // double_three
    three,         // three, three_two
};

inline int threats_of(const Board& board, Side side) {
    const auto has = [&](Kind kind) { return board.count(side, kind) > 0 ? 1 : 0; };
    return has(Kind::open_four) | (has(Kind::four_three) | has(Kind::double_four)) << 1 |
           (has(Kind::four) | has(Kind::four_two)) << 2 | has(Kind::double_three) << 3 |
           (has(Kind::three) | has(Kind::three_two)) << 4;
}

// The threats of the side to move in the low five bits, the opponent's above.
inline int threat_mask(const Board& board) {
    const Side side = board.to_move();
    return threats_of(board, side) | threats_of(board, opponent(side)) << threat_bits / 2;
}

// Larger absolute values are reserved for wins.
inline constexpr int max_evaluation = 20'000;

// For the side to move. Neither side has five or can make it. The board must have been set up with
// these weights.
inline int evaluate(const Board& board, const Weights& weights) {
    const int value = board.value(board.to_move()) + weights.threats[threat_mask(board)];
    return std::clamp(value, -max_evaluation, max_evaluation);
}

}  // namespace fivefold::gomoku
