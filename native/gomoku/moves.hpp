// Which moves have to be looked at: all near stones, or only those that meet a threat.
#pragma once

#include <array>

#include "gomoku/board.hpp"

namespace fivefold::gomoku {

struct Move {
    int square;
    int score;
};

// Moves without memory of their own on the heap.
class MoveList {
  public:
    void add(int square, int score = 0) { moves_[count_++] = {square, score}; }
    void clear() { count_ = 0; }
    int size() const { return count_; }
    bool is_empty() const { return count_ == 0; }
    bool has(int square) const;
    Move& operator[](int index) { return moves_[index]; }
    const Move& operator[](int index) const { return moves_[index]; }
    Move* begin() { return moves_.data(); }
    Move* end() { return moves_.data() + count_; }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + count_; }
    // Brings the best of the moves from `index` on to that place and returns it.
    const Move& pick(int index);

  private:
    int count_ = 0;
    std::array<Move, most_cells> moves_;
};

// The legal moves near stones, for the side to move.
void add_candidates(const Board& board, MoveList& moves);
// Every legal move.
void add_all(const Board& board, MoveList& moves);

// The legal moves that make a four or more.
void add_fours(const Board& board, MoveList& moves);
// Whether there are any; true also where only a closer look would tell.
bool may_have_fours(const Board& board, Side side);

// The legal moves that stop the other side's five at `five`. None but these do.
void add_stops_of_five(const Board& board, int five, MoveList& moves);

// The legal moves after which the other side cannot make an unstoppable four at once. Every other
// move loses unless it makes a four. The other side has no five.
void add_stops_of_open_fours(const Board& board, MoveList& moves);

// The same and own fours: nothing else does not lose.
void add_replies_to_open_fours(const Board& board, MoveList& moves);

// On how many squares a stone makes a four that cannot be stopped, whatever is tried.
inline int unstoppable_fours(const Board& board, Side side) {
    const int open = board.count(side, Kind::open_four);
    // Under caro one stone can stop fours in two lines.
    return board.rules().of(side).needs_an_end ? open : open + board.count(side, Kind::double_four);
}

}  // namespace fivefold::gomoku
