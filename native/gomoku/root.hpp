// The moves of a position and what deeper and deeper searches say of them.
#pragma once

#include <vector>

#include "gomoku/board.hpp"
#include "gomoku/search.hpp"

namespace fivefold::gomoku {

struct RootMove {
    int square;
    int value = 0;
    int depth = 0;         // 0 before the first search
    bool is_most = false;  // the value is at most this: the move is not among the best
    Variation line;

    // Takes note of a proven value and the expected moves.
    void settle(int proven, const std::vector<int>& squares);
};

class Root {
  public:
    // `lines` is how many of the best moves are to get a true value; 0 means every move. With one
    // line only the moves that meet the other side's threats are looked at.
    Root(const Board& board, const Search& search, int lines);

    // Searches every move to this depth, the best first. Throws Stopped; the moves then are in the
    // order of what is known by now.
    void deepen(Search& search, int depth, const Budget& budget);

    // Takes note of a forced win that was found elsewhere: its first move, the plies until five and
    // the expected moves.
    void settle(int square, int plies, const std::vector<int>& line);
    // The same of the other side after the best move, which is the last then; plies and line are
    // counted from that move on.
    void refute_best(int plies, const std::vector<int>& line);

    const std::vector<RootMove>& moves() const { return moves_; }
    const Board& board() const { return board_; }
    Board& board() { return board_; }
    int line_count() const { return lines_; }
    // Whether a deeper search cannot change the lines.
    bool is_settled() const;

  private:
    void search_window(Search& search, int depth, int alpha, int beta, const Budget& budget);
    int bound_to_beat(std::size_t searched) const;
    void order(std::size_t searched);

    Board board_;
    int lines_;
    std::vector<RootMove> moves_;
};

}  // namespace fivefold::gomoku
