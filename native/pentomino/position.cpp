#include "pentomino/position.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace fivefold::pentomino {

Position::Position(std::string_view text, Rectangle rectangle) : rectangle_(rectangle) {
    if (text.size() != static_cast<std::size_t>(rectangle.cell_count())) {
        throw InvalidText("A Pentomino position on " + std::to_string(rectangle.rows) + "x" +
                          std::to_string(rectangle.columns) + " has " +
                          std::to_string(rectangle.cell_count()) + " cells, not " +
                          std::to_string(text.size()) + ".");
    }
    for (int cell = 0; cell < rectangle.cell_count(); ++cell) {
        if (text[cell] == '.') {
            continue;
        }
        const auto piece = piece_letters.find(text[cell]);
        if (piece == std::string_view::npos) {
            throw InvalidText("A Pentomino cell is '.' or one of FILNPTUVWXYZ, not " +
                              quoted(text.substr(cell, 1)) + ".");
        }
        cells_of_[piece] |= bit(cell);
        covered_ |= bit(cell);
    }
    const std::vector<Placement> all = placements_on(rectangle);
    for (int piece = 0; piece < piece_count; ++piece) {
        if (!is_used(piece)) {
            continue;
        }
        ++pieces_down_;
        const bool is_placed = std::any_of(all.begin(), all.end(), [&](const Placement& placement) {
            return placement.piece == piece && placement.cells == cells_of_[piece];
        });
        if (!is_placed) {
            throw InvalidText("The cells marked " + std::string(1, piece_letters[piece]) +
                              " do not form that pentomino.");
        }
    }
    for (const Placement& placement : all) {
        if (!is_used(placement.piece) && !overlaps(placement.cells)) {
            live_.push_back(placement);
        }
    }
}

std::string Position::text_after(const Placement& placement) const {
    std::string text(rectangle_.cell_count(), '.');
    const auto write = [&text](int piece, Bits cells) {
        while (cells != 0) {
            text[take_lowest(cells)] = piece_letters[piece];
        }
    };
    for (int piece = 0; piece < piece_count; ++piece) {
        write(piece, cells_of_[piece]);
    }
    write(placement.piece, placement.cells);
    return text;
}

}  // namespace fivefold::pentomino
