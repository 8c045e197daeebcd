// Every way to put one piece on an empty rectangle.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/bits.hpp"

namespace fivefold::pentomino {

// A rectangle of at most 64 cells, no side longer than 22; cells are numbered row by row from the
// top.
struct Rectangle {
    int rows;
    int columns;

    int cell_count() const { return rows * columns; }
};

// The rectangle with these sides; throws InvalidText when it is no board of this game.
Rectangle checked_rectangle(int rows, int columns);

struct Placement {
    int piece;  // index into piece_letters
    Bits cells;
};

// By piece letter, then by cells: 2,308 on 8x8.
std::vector<Placement> placements_on(Rectangle rectangle);

// `F c4 d4 d5 e5 d6`: the letter and the cells in reading order; row 1 is the top one.
std::string format_move(const Placement& placement, Rectangle rectangle);

// The piece and cells of a move written in exactly that way, which need not form that piece;
// throws InvalidText.
Placement parse_move(std::string_view text, Rectangle rectangle);

}  // namespace fivefold::pentomino
