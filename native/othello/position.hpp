// Othello positions and moves as text: `...OX......XO... X` is the start on 4x4, X to move.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/bits.hpp"
#include "othello/board.hpp"

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

// The position this text describes; throws InvalidText. The length decides the size.
Position parse_position(std::string_view text);

std::string format_position(const Position& position);

// The cell of `f5` (row 1 is the top one), or `pass` for `--`; throws InvalidText.
int parse_move(std::string_view text, int size);

std::string format_move(int move, int size);

}  // namespace fivefold::othello
