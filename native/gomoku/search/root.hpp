// The root moves with their values from iterative deepening.
#pragma once

#include <vector>

#include "gomoku/board/board.hpp"
#include "gomoku/search/search.hpp"

namespace fivefold::gomoku {

struct RootMove {
    int square;
    int value = 0;
    int depth = 0;         // 0 before the first search
    bool is_most = false;  // `value` is an upper bound: not among the best moves
    Variation line;

    // Records a proven value and its principal variation.
    void settle(int proven, const std::vector<int>& squares);
};

class Root {
  public:
    // `lines` is the number of best moves that need exact values; 0 means all. With one line only
    // moves that answer the opponent's threats are searched.
    Root(const Board& board, const Search& search, int lines);

    // Searches every move to this depth, best first. Throws Stopped; the moves are then ordered by
    // what is known so far.
    void deepen(Search& search, int depth, const Budget& budget);

    // Records a forced win found elsewhere: its first move, the plies until five and the principal
    // variation.
    void settle(int square, int plies, const std::vector<int>& line);
    // Records a forced win of the opponent after the best move, which then becomes the last.
    // `plies` and `line` count from the position after that move.
    void refute_best(int plies, const std::vector<int>& line);

    const std::vector<RootMove>& moves() const { return moves_; }
    const Board& board() const { return board_; }
    Board& board() { return board_; }
    int line_count() const { return lines_; }
    // Whether a deeper search cannot change the result.
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
