// A Gomoku position that is played on in place, and its text.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "gomoku/fouls.hpp"
#include "gomoku/lines.hpp"
#include "gomoku/rule_set.hpp"

namespace fivefold::gomoku {

// Cells are numbered row by row from the top.
class Position {
  public:
    // The position this text describes; throws InvalidText. The length decides the size, and
    // whoever has a winning row has won; both sides may not.
    Position(std::string_view text, const Rules& rules);

    int size() const { return size_; }
    int cell_count() const { return size_ * size_; }
    int empty_count() const { return cell_count() - stones_; }
    bool is_empty(int cell) const { return cells_[cell] == '.'; }
    Side to_move() const { return to_move_; }
    std::optional<Side> winner() const { return winner_; }
    // Somebody has won or the side to move has no legal move.
    bool is_over() const { return winner_ || is_stuck_; }

    // Whether something may be forbidden to the side to move.
    bool has_fouls() const { return rules_.of(to_move_).has_fouls(); }

    // The foul that a stone of the side to move on an empty cell would be.
    Foul foul_at(int cell) const;

    // An empty cell that is not forbidden, while the game goes on.
    bool is_legal(int cell) const {
        return !is_over() && is_empty(cell) && (!has_fouls() || foul_at(cell) == Foul::none);
    }

    // Puts a stone of the side to move on a cell that is legal.
    void place(int cell);

    // Takes back the stone placed last.
    void take_back(int cell);

    std::string text() const;

  private:
    Point point(int cell) const { return {cell % size_, cell / size_}; }
    bool wins_through(Side side, int cell) const;
    bool is_stuck() const;
    Lines& lines(Side side) { return lines_[static_cast<std::size_t>(side)]; }
    const Lines& lines(Side side) const { return lines_[static_cast<std::size_t>(side)]; }

    Rules rules_;
    int size_ = 0;
    int stones_ = 0;
    Side to_move_ = Side::first;
    std::optional<Side> winner_;
    bool is_stuck_ = false;  // nobody has won, and every free cell is forbidden or there is none
    std::array<Lines, 2> lines_{};
    std::array<char, most_cells> cells_{};
};

// The cell of `h8` (row 1 is the bottom one); throws InvalidText.
int parse_move(std::string_view text, int size);

std::string format_move(int cell, int size);

}  // namespace fivefold::gomoku
