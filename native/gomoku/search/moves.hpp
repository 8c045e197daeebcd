// Move generation: all moves near stones, or only those that answer a threat.
#pragma once

#include <array>

#include "gomoku/board/board.hpp"

namespace fivefold::gomoku {

struct Move {
    int square;
    int score;
};

// A move list without heap allocation.
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
    // Swaps the best move from `index` on into that place and returns it.
    const Move& pick(int index);

  private:
    int count_ = 0;
    std::array<Move, max_cells> moves_;
};

// The legal moves near stones.
void add_candidates(const Board& board, MoveList& moves);
// Every legal move.
void add_all(const Board& board, MoveList& moves);

// The legal moves that make a four or more.
void add_fours(const Board& board, MoveList& moves);
// Whether there may be any; can be true where only exact_kind() could tell.
bool may_have_fours(const Board& board, Side side);

// The legal moves that stop the opponent's five at `five`; no other move does.
void add_stops_of_five(const Board& board, int five, MoveList& moves);

// The legal moves after which the opponent cannot make an unstoppable four at once. Any other move
// loses unless it makes a four. The opponent must not be able to make five.
void add_stops_of_open_fours(const Board& board, MoveList& moves);

// The same plus our own fours: every other move loses.
void add_replies_to_open_fours(const Board& board, MoveList& moves);

// The number of squares where a stone makes a four that no reply can stop.
inline int unstoppable_fours(const Board& board, Side side) {
    const int open = board.count(side, Kind::open_four);
    // Under caro one stone can stop two fours in different lines.
    return board.rules().of(side).needs_an_end ? open : open + board.count(side, Kind::double_four);
}

}  // namespace fivefold::gomoku
