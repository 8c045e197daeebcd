// Counts the leaves of the Othello game tree.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/stop.hpp"
#include "othello/rules/kernel.hpp"

namespace fivefold::othello::inline FIVEFOLD_KERNEL {

// The leaves one ply ahead: one per move, and one if the only move is a pass or the game is over.
template <int Size>
std::uint64_t leaves_of_last_move(const Board<Size>& board) {
    return static_cast<std::uint64_t>(std::max(1, count_bits(moves(board))));
}

// The leaves `depth` >= 1 plies ahead; meaningless once stopped.
template <int Size>
std::uint64_t count_leaves(const Board<Size>& board, int depth, const StopFlag& stop) {
    if (depth == 1) {
        return leaves_of_last_move(board);
    }
    // A subtree of four plies has a few thousand nodes: often enough to check.
    if (depth >= 4 && is_stopped(stop)) {
        return 0;
    }
    Bits legal = moves(board);
    if (legal == 0) {
        const bool over = moves(board.passed()) == 0;
        return over ? 1 : count_leaves(board.passed(), depth - 1, stop);
    }
    std::uint64_t leaves = 0;
    while (legal != 0) {
        const Board<Size> next = played(board, take_lowest(legal));
        leaves += depth == 2 ? leaves_of_last_move(next) : count_leaves(next, depth - 1, stop);
    }
    return leaves;
}

}  // namespace fivefold::othello::inline FIVEFOLD_KERNEL
