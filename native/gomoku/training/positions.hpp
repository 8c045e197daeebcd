// Iterates over the evaluated positions of played games.
#pragma once

#include <functional>
#include <vector>

#include "gomoku/board/board.hpp"
#include "gomoku/training/record.hpp"

namespace fivefold::gomoku::training {

// A position before its move.
struct Place {
    const Board& board;
    const PlayedMove& move;
    float result;  // for the side to move: 1 won, 0.5 drawn, 0 lost
};

using Visit = std::function<void(const Place&)>;

// Visits the searched positions without an immediate tactic: neither side has a five, and the side
// to move has no open or double four. Tactics are searched, not evaluated. The board sums up
// `values`.
void visit_positions(const PlayedGame& game, const CodeValues& values, const Visit& visit);
// The same with all values 0.
void visit_positions(const PlayedGame& game, const Visit& visit);

// The square of the move that was played.
inline int square_of(const Place& place) {
    return square_of_cell(place.move.cell, place.board.size());
}

// Every `held_out_step`-th game is held out to measure a fit.
constexpr bool is_held_out(std::size_t number) {
    return number % 16 == 15;
}

}  // namespace fivefold::gomoku::training
