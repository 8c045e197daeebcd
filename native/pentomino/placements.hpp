// All placements of one piece on an empty rectangle.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/bits.hpp"

namespace fivefold::pentomino {

// A rectangle of at most 64 cells with sides of at most 22; cells are numbered row by row from the
// top.
struct Rectangle {
    int rows;
    int columns;

    int cell_count() const { return rows * columns; }
};

// The rectangle with these sides; throws InvalidText if the game does not support it.
Rectangle checked_rectangle(int rows, int columns);

struct Placement {
    int piece;  // index into piece_letters
    Bits cells;
};

// By piece letter, then by cells: 2,308 on 8x8.
std::vector<Placement> placements_on(Rectangle rectangle);

// `F c4 d4 d5 e5 d6`: the letter and the cells in reading order; row 1 is the top row.
std::string format_move(const Placement& placement, Rectangle rectangle);

// The piece and cells of a move in exactly this notation. The cells need not form the piece. Throws
// InvalidText.
Placement parse_move(std::string_view text, Rectangle rectangle);

}  // namespace fivefold::pentomino
