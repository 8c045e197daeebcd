// The root moves, compared by searching each.
#pragma once

#include <string>
#include <vector>

#include "othello/rules/board.hpp"
#include "othello/search/search.hpp"

namespace fivefold::othello {

struct RootMove {
    int cell;  // or pass
    Board<8> after;
    int score;  // for the side that plays the move
    int depth = 0;
    int level = 0;
    bool is_least = false;  // the search failed high: the score is a lower bound
};

// Empty cells count for the winner; in parts of a disc.
int final_score_of(const Board<8>& board);

bool is_over(const Board<8>& board);

// One thread's view of the root. The moves stay sorted best first, so a stopped search leaves the
// best known move in front.
class Root {
  public:
    explicit Root(const Board<8>& board);

    int empties() const { return empties_; }
    const std::vector<RootMove>& moves() const { return moves_; }

    // Orders the moves by static evaluation; cannot be stopped.
    void order_statically(Search& search);

    // Search for the best move only, for every move's score, or only for the sign of the score. All
    // throw Stopped.
    void find_best(Search& search, int depth, int level, const Budget& budget);
    void find_every(Search& search, int depth, int level, const Budget& budget);
    void find_winner(Search& search, int depth, int level, const Budget& budget);

    // The expected moves after a root move, as stored in the table.
    static std::vector<std::string> known_line(Search& search, const RootMove& first);

    // The whole line to the end of the game after a move whose score is exact, or with `win_only`
    // exact in sign. Searches again where table entries were lost; ends early if stopped.
    static std::vector<std::string> whole_line(Search& search, const RootMove& first, bool win_only,
                                               const Budget& budget);

  private:
    int compare(Search& search, int alpha, int beta, int depth, int level, const Budget& budget);

    Board<8> board_;
    int empties_;
    std::vector<RootMove> moves_;
};

}  // namespace fivefold::othello
