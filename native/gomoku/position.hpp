// A Gomoku position that is played on in place, and its text.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "gomoku/lines.hpp"

namespace fivefold::gomoku {

enum class Side { first, second };

constexpr Side opponent(Side side) {
    return side == Side::first ? Side::second : Side::first;
}

// Cells are numbered row by row from the top.
class Position {
  public:
    // The position this text describes; throws InvalidText. The length decides the size, and
    // whoever has a winning row has won; both sides may not.
    Position(std::string_view text, Rules rules);

    int size() const { return size_; }
    int cell_count() const { return size_ * size_; }
    int empty_count() const { return cell_count() - stones_; }
    bool is_empty(int cell) const { return cells_[cell] == '.'; }
    Side to_move() const { return to_move_; }
    std::optional<Side> winner() const { return winner_; }
    bool is_over() const { return winner_ || stones_ == cell_count(); }

    // Puts a stone of the side to move on an empty cell while the game goes on.
    void place(int cell);

    // Takes back the stone placed last.
    void take_back(int cell);

    std::string text() const;

  private:
    bool wins_through(Side side, int cell) const;
    Lines& lines(Side side) { return lines_[static_cast<std::size_t>(side)]; }

    Rules rules_;
    int size_ = 0;
    int stones_ = 0;
    Side to_move_ = Side::first;
    std::optional<Side> winner_;
    std::array<Lines, 2> lines_{};
    std::array<char, most_cells> cells_{};
};

// "freestyle" or "standard"; throws InvalidText.
Rules parse_rules(std::string_view text);

// The cell of `h8` (row 1 is the bottom one); throws InvalidText.
int parse_move(std::string_view text, int size);

std::string format_move(int cell, int size);

}  // namespace fivefold::gomoku
