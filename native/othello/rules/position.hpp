// Othello positions and moves as text: `...OX......XO... X` is the start on 4x4, X to move.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/bits.hpp"
#include "othello/rules/board.hpp"

namespace fivefold::othello {

struct Position {
    int size;
    Bits first;   // X
    Bits second;  // O
    bool first_to_move;

    template <int Size>
    Board<Size> board() const {
        return first_to_move ? Board<Size>{first, second} : Board<Size>{second, first};
    }
};

inline constexpr int pass = -1;

// Parses a position; throws InvalidText. The number of cells gives the size.
Position parse_position(std::string_view text);

std::string format_position(const Position& position);

// Parses a cell such as `f5` (row 1 is the top row), or `pass` for `--`; throws InvalidText.
int parse_move(std::string_view text, int size);

std::string format_move(int move, int size);

}  // namespace fivefold::othello
