// The board as a manager tells it: stones of one's own and of the other, in the order they came.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gomoku/position.hpp"

namespace fivefold::pbrain {

enum class Owner { self, other };

class Stones {
  public:
    explicit Stones(int size) : size_(size) {}

    int size() const { return size_; }
    int count() const { return static_cast<int>(stones_.size()); }
    bool has(int cell) const;

    // The cell of `x,y`; throws InvalidText for one that cannot be read or is not on the board.
    int parse_cell(std::string_view text) const;

    // Puts a stone on a free cell; throws InvalidText when it is not free.
    void put(int cell, Owner owner);

    // Takes away whatever stone is there; throws InvalidText when there is none.
    void take(int cell);

    // What was the brain's is the other's, and the other way round.
    void swap_owners();

    // The position with the brain, or with the other, to move. Nothing says who is black: whoever
    // is to move when both have as many stones, not so when the opponent has one more, and else
    // whoever came first. Throws InvalidText for a board on which both have won.
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
