// A mutable Gomoku position and its text form.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "gomoku/rules/fouls.hpp"
#include "gomoku/rules/lines.hpp"
#include "gomoku/rules/rule_set.hpp"

namespace fivefold::gomoku {

// Cells are numbered row by row from the top left.
class Position {
  public:
    // Parses a position; throws InvalidText. The number of cells gives the board size. A side with
    // a winning row has won; a position where both sides have one is rejected.
    Position(std::string_view text, const Rules& rules);

    int size() const { return size_; }
    int cell_count() const { return size_ * size_; }
    int empty_count() const { return cell_count() - stones_; }
    bool is_empty(int cell) const { return cells_[cell] == '.'; }
    Side to_move() const { return to_move_; }
    std::optional<Side> winner() const { return winner_; }
    // Someone has won, or the side to move has no legal move.
    bool is_over() const { return winner_ || is_stuck_; }

    // Whether the side to move is subject to fouls.
    bool has_fouls() const { return rules_.of(to_move_).has_fouls(); }

    // The foul, if any, of a stone on an empty cell by the side to move.
    Foul foul_at(int cell) const;

    // True for empty, permitted cells while the game is on.
    bool is_legal(int cell) const {
        return !is_over() && is_empty(cell) && (!has_fouls() || foul_at(cell) == Foul::none);
    }

    // Plays a legal move.
    void place(int cell);

    // Undoes the last move, which must have been on `cell`.
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
    bool is_stuck_ = false;  // no winner, but every free cell is forbidden or the board is full
    std::array<Lines, 2> lines_{};
    std::array<char, max_cells> cells_{};
};

// Parses a cell such as `h8` (row 1 is the bottom row); throws InvalidText.
int parse_move(std::string_view text, int size);

std::string format_move(int cell, int size);

}  // namespace fivefold::gomoku
