// Counting the leaves of the Othello game tree.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/stop.hpp"
#include "othello/board.hpp"

namespace fivefold::othello {

// The leaves one move on: one per move, and one where the only move is a pass or the game is over.
template <int Size>
std::uint64_t leaves_of_last_move(const Board<Size>& board) {
    return std::max(1, count_bits(board.moves()));
}

// The leaves `depth` >= 1 moves on, or any number once stopped.
template <int Size>
std::uint64_t count_leaves(const Board<Size>& board, int depth, const StopFlag& stop) {
    if (depth == 1) {
        return leaves_of_last_move(board);
    }
    // A subtree of four moves is some thousands of nodes: often enough to look.
    if (depth >= 4 && is_stopped(stop)) {
        return 0;
    }
    Bits moves = board.moves();
    if (moves == 0) {
        const bool over = board.passed().moves() == 0;
        return over ? 1 : count_leaves(board.passed(), depth - 1, stop);
    }
    std::uint64_t leaves = 0;
    while (moves != 0) {
        const Board<Size> next = board.played(take_lowest(moves));
        leaves += depth == 2 ? leaves_of_last_move(next) : count_leaves(next, depth - 1, stop);
    }
    return leaves;
}

}  // namespace fivefold::othello
