// The positions of played games that an evaluation is asked about.
#pragma once

#include <functional>
#include <vector>

#include "gomoku/board.hpp"
#include "gomoku/training/record.hpp"

namespace fivefold::gomoku::training {

// A position on the board, before the move.
struct Place {
    const Board& board;
    const PlayedMove& move;
    float result;  // of the side to move: 1 won, 0.5 drawn, 0 lost
};

using Visit = std::function<void(const Place&)>;

// Visits the searched positions of a game in which nothing is forced in one move: neither side has
// a five, the side to move has no open or double four. What is forced is searched, not evaluated.
// The board sums up `values`.
void visit_positions(const PlayedGame& game, const CodeValues& values, const Visit& visit);
// The same where values do not matter.
void visit_positions(const PlayedGame& game, const Visit& visit);

// The empty square of the move that was played there.
inline int square_of(const Place& place) {
    return square_of_cell(place.move.cell, place.board.size());
}

// Every game of these is kept from a fit, to measure it.
constexpr bool is_held_out(std::size_t number) {
    return number % 16 == 15;
}

}  // namespace fivefold::gomoku::training
