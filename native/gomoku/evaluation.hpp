// What a position is worth without search: the sum the board keeps, and whose threats come first.
#pragma once

#include <algorithm>

#include "gomoku/board.hpp"
#include "gomoku/weights.hpp"

namespace fivefold::gomoku {

// Squares of these kinds are seen by threat_mask(); a bit for each.
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

// The threats of the side to move in the lower five bits, those of the other side above.
inline int threat_mask(const Board& board) {
    const Side side = board.to_move();
    return threats_of(board, side) | threats_of(board, opponent(side)) << threat_bits / 2;
}

// Values of the search: further from 0 are only wins.
inline constexpr int greatest_evaluation = 20'000;

// For the side to move; nobody has five or can make it. The board was made with these weights.
inline int evaluate(const Board& board, const Weights& weights) {
    const int value = board.value(board.to_move()) + weights.threats[threat_mask(board)];
    return std::clamp(value, -greatest_evaluation, greatest_evaluation);
}

}  // namespace fivefold::gomoku
