#include "pentomino/placements.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "pentomino/shapes.hpp"

namespace fivefold::pentomino {

namespace {

// Whether a's cells precede b's as tuples in reading order. Both have five cells, so the lowest
// cell in only one of them decides.
bool comes_before(Bits a, Bits b) {
    const Bits different = a ^ b;
    return (a & different & (0 - different)) != 0;
}

}  // namespace

Rectangle checked_rectangle(int rows, int columns) {
    if (rows < 1 || columns < 1 || rows > max_side || columns > max_side || rows * columns > 64) {
        throw InvalidText(
            "A Pentomino board has sides of 1 to 22 cells and at most 64 cells in all, not " +
            std::to_string(rows) + "x" + std::to_string(columns) + ".");
    }
    return {rows, columns};
}

std::vector<Placement> placements_on(Rectangle rectangle) {
    std::vector<Placement> placements;
    for (const Orientation& orientation : orientations()) {
        Square extent{0, 0};
        Bits cells = 0;
        for (const Square& square : orientation.shape) {
            extent.row = std::max(extent.row, square.row);
            extent.column = std::max(extent.column, square.column);
        }
        if (extent.row >= rectangle.rows || extent.column >= rectangle.columns) {
            continue;
        }
        for (const Square& square : orientation.shape) {
            cells |= bit(square.row * rectangle.columns + square.column);
        }
        for (int row = 0; row + extent.row < rectangle.rows; ++row) {
            for (int column = 0; column + extent.column < rectangle.columns; ++column) {
                placements.push_back(
                    {orientation.piece, cells << (row * rectangle.columns + column)});
            }
        }
    }
    std::sort(placements.begin(), placements.end(), [](const Placement& a, const Placement& b) {
        return a.piece != b.piece ? a.piece < b.piece : comes_before(a.cells, b.cells);
    });
    return placements;
}

std::string format_move(const Placement& placement, Rectangle rectangle) {
    std::string text(1, piece_letters[placement.piece]);
    for (Bits cells = placement.cells; cells != 0;) {
        const int cell = take_lowest(cells);
        text += ' ';
        text += format_cell({cell % rectangle.columns, cell / rectangle.columns + 1});
    }
    return text;
}

Placement parse_move(std::string_view text, Rectangle rectangle) {
    const auto refuse = [text] {
        throw InvalidText(
            "A Pentomino move is a letter and five cells in reading order such as "
            "'F c4 d4 d5 e5 d6', not " +
            quoted(text) + ".");
    };
    const auto piece = text.empty() ? std::string_view::npos : piece_letters.find(text[0]);
    if (piece == std::string_view::npos) {
        refuse();
    }
    Placement placement{static_cast<int>(piece), 0};
    std::string_view rest = text.substr(1);
    int last = -1;
    for (int count = 0; count < piece_cells; ++count) {
        if (rest.empty() || rest[0] != ' ') {
            refuse();
        }
        rest.remove_prefix(1);
        const std::size_t length = std::min(rest.find(' '), rest.size());
        const auto cell = parse_cell(rest.substr(0, length));
        if (!cell || cell->column >= rectangle.columns || cell->number > rectangle.rows) {
            refuse();
        }
        const int index = (cell->number - 1) * rectangle.columns + cell->column;
        if (index <= last) {
            refuse();
        }
        last = index;
        placement.cells |= bit(index);
        rest.remove_prefix(length);
    }
    if (!rest.empty()) {
        refuse();
    }
    return placement;
}

}  // namespace fivefold::pentomino
