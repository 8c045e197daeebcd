// The position a question is about: its moves, compared by searching each.
#pragma once

#include <string>
#include <vector>

#include "othello/board.hpp"
#include "othello/search.hpp"

namespace fivefold::othello {

struct RootMove {
    int cell;  // or pass
    Board<8> after;
    int score;  // for the side that makes the move
    int depth = 0;
    int level = 0;
    bool is_least = false;  // the score was above the window it was searched in: it may be higher
};

// Empty cells go to the winner; in parts of a disc.
int final_score_of(const Board<8>& board);

bool is_over(const Board<8>& board);

// One thread's view of the root. The moves are kept in order, the best first; whenever a search is
// stopped, what stands first is the best that is known.
class Root {
  public:
    explicit Root(const Board<8>& board);

    int empties() const { return empties_; }
    const std::vector<RootMove>& moves() const { return moves_; }

    // Orders the moves by the evaluation of what follows; cannot be stopped.
    void glance(Search& search);

    // Searches for the best move only, or for every move's score, or only for whether the score is
    // greater than, equal to or less than 0. All throw Stopped.
    void find_best(Search& search, int depth, int level, const Budget& budget);
    void find_every(Search& search, int depth, int level, const Budget& budget);
    void find_winner(Search& search, int depth, int level, const Budget& budget);

    // The moves that follow a root move as the table remembers them.
    static std::vector<std::string> known_line(Search& search, const RootMove& first);

    // The whole line to the end of the game behind a move whose score is exact, or with `win_only`
    // exact in its sign. Searches where the table has forgotten; ends early when that is stopped.
    static std::vector<std::string> whole_line(Search& search, const RootMove& first, bool win_only,
                                               const Budget& budget);

  private:
    int compare(Search& search, int alpha, int beta, int depth, int level, const Budget& budget);

    Board<8> board_;
    int empties_;
    std::vector<RootMove> moves_;
};

}  // namespace fivefold::othello
