// A Pentomino position: the covered cells and the pieces placed.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "pentomino/placements.hpp"
#include "pentomino/shapes.hpp"

namespace fivefold::pentomino {

class Position {
  public:
    // Parses a position; throws InvalidText, also if a letter's cells do not form its piece.
    Position(std::string_view text, Rectangle rectangle);

    Rectangle rectangle() const { return rectangle_; }

    // The first side moves after an even number of pieces.
    bool first_to_move() const { return pieces_down_ % 2 == 0; }

    bool is_used(int piece) const { return cells_of_[piece] != 0; }
    bool overlaps(Bits cells) const { return (covered_ & cells) != 0; }

    // The possible placements, by piece letter, then by cells.
    const std::vector<Placement>& live() const { return live_; }

    // The text of the position after a possible placement.
    std::string text_after(const Placement& placement) const;

  private:
    Rectangle rectangle_;
    Bits covered_ = 0;
    int pieces_down_ = 0;
    std::array<Bits, piece_count> cells_of_{};
    std::vector<Placement> live_;
};

}  // namespace fivefold::pentomino
