// The board as the manager describes it: our stones and the opponent's, in order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gomoku/rules/position.hpp"

namespace fivefold::pbrain {

enum class Owner { self, other };

class Stones {
  public:
    explicit Stones(int size) : size_(size) {}

    int size() const { return size_; }
    int count() const { return static_cast<int>(stones_.size()); }
    bool has(int cell) const;

    // Parses `x,y`; throws InvalidText if it is malformed or off the board.
    int parse_cell(std::string_view text) const;

    // Adds a stone; throws InvalidText if the cell is taken.
    void put(int cell, Owner owner);

    // Removes a stone; throws InvalidText if there is none.
    void take(int cell);

    // Exchanges our stones with the opponent's.
    void swap_owners();

    // The position with us, or the opponent, to move. The colours are inferred: with equal counts
    // the side to move is black, with one more opposing stone the opponent is, otherwise the owner
    // of the first stone. Throws InvalidText if both sides have won.
    gomoku::Position position(const gomoku::Rules& rules, Owner to_move = Owner::self) const;

  private:
    struct Stone {
        int cell;
        Owner owner;
    };

    Owner black(Owner to_move) const;

    int size_;
    std::vector<Stone> stones_;
};

}  // namespace fivefold::pbrain
