#include "othello/search/root.hpp"

#include <algorithm>

#include "othello/rules/position.hpp"

namespace fivefold::othello {

namespace {

// Bounds outside every score.
constexpr int below_all = -max_score - 1;
constexpr int above_all = max_score + 1;

// The aspiration window around the last iteration's score, and its growth after each failure.
constexpr int first_width = 3 * disc / 2;
constexpr int widening = 3;
// Shallower searches have no score to aspire to.
constexpr int min_aspiring_depth = 4;

// The score of a root move in this window, fail-soft.
int score_of(Search& search, const RootMove& move, int alpha, int beta, int depth, int level,
             const Budget& budget) {
    if (is_over(move.after)) {
        return -final_score_of(move.after);
    }
    return -search.window(move.after.own, move.after.other, -beta, -alpha,
                          depth - (move.cell != pass), level, budget);
}

// Calls search(alpha, beta) with growing windows around a guess until the score is inside.
template <typename Searched>
int aspire(int guess, int depth, const Searched& searched) {
    int width = first_width;
    int alpha = depth < min_aspiring_depth ? below_all : std::max(guess - width, below_all);
    int beta = depth < min_aspiring_depth ? above_all : std::min(guess + width, above_all);
    while (true) {
        const int score = searched(alpha, beta);
        if (score > alpha && score < beta) {
            return score;
        }
        width *= widening;
        if (width > max_score) {
            // Selective searches can contradict each other; opening the window fully guarantees
            // termination.
            alpha = below_all;
            beta = above_all;
        } else if (score <= alpha) {
            beta = score + 1;
            alpha = std::max(score - width, below_all);
        } else {
            alpha = score - 1;
            beta = std::min(score + width, above_all);
        }
    }
}

}  // namespace

int final_score_of(const Board<8>& board) {
    const int own = count_bits(board.own);
    const int other = count_bits(board.other);
    return disc * (own > other ? 64 - 2 * other : own < other ? 2 * own - 64 : 0);
}

bool is_over(const Board<8>& board) {
    return board.moves() == 0 && board.passed().moves() == 0;
}

Root::Root(const Board<8>& board) : board_(board), empties_(count_bits(board.empty())) {
    Bits legal = board.moves();
    if (legal == 0) {
        moves_.push_back({pass, board.passed(), 0});
    }
    while (legal != 0) {
        const int cell = take_lowest(legal);
        moves_.push_back({cell, board.played(cell), 0});
    }
}

void Root::order_statically(Search& search) {
    for (RootMove& move : moves_) {
        move.score = is_over(move.after) ? -final_score_of(move.after)
                                         : -search.evaluate(move.after.own, move.after.other);
        move.depth = move.cell != pass;
        move.level = unselective;
    }
    std::stable_sort(moves_.begin(), moves_.end(), [](const RootMove& left, const RootMove& right) {
        return left.score > right.score;
    });
}

int Root::compare(Search& search, int alpha, int beta, int depth, int level, const Budget& budget) {
    int best = below_all;
    for (std::size_t index = 0; index < moves_.size(); ++index) {
        const int floor = std::max(alpha, best);
        const auto ask = [&](int low, int high) {
            return score_of(search, moves_[index], low, high, depth, level, budget);
        };
        int score = index == 0 ? ask(floor, beta) : ask(floor, floor + 1);
        if (index > 0 && score > floor && score < beta) {
            score = ask(floor, beta);
        }
        best = std::max(best, score);
        if (score > floor) {
            moves_[index].score = score;
            moves_[index].depth = depth;
            moves_[index].level = level;
            moves_[index].is_least = score >= beta;
            std::rotate(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(index),
                        moves_.begin() + static_cast<std::ptrdiff_t>(index) + 1);
            if (score >= beta) {
                break;
            }
        }
    }
    return best;
}

void Root::find_best(Search& search, int depth, int level, const Budget& budget) {
    aspire(moves_.front().score, depth,
           [&](int alpha, int beta) { return compare(search, alpha, beta, depth, level, budget); });
}

void Root::find_winner(Search& search, int depth, int level, const Budget& budget) {
    const int score = compare(search, -disc, disc, depth, level, budget);
    RootMove& first = moves_.front();
    first.score = score;
    first.depth = depth;
    first.level = level;
    first.is_least = false;
}

void Root::find_every(Search& search, int depth, int level, const Budget& budget) {
    for (RootMove& move : moves_) {
        move.score = aspire(move.score, depth, [&](int alpha, int beta) {
            return score_of(search, move, alpha, beta, depth, level, budget);
        });
        move.depth = depth;
        move.level = level;
    }
    std::stable_sort(moves_.begin(), moves_.end(), [](const RootMove& left, const RootMove& right) {
        return left.score > right.score;
    });
}

std::vector<std::string> Root::known_line(Search& search, const RootMove& first) {
    std::vector<std::string> line{format_move(first.cell, 8)};
    Board<8> board = first.after;
    for (int length = 1; length < first.depth && !is_over(board); ++length) {
        const Bits legal = board.moves();
        if (legal == 0) {
            line.push_back(format_move(pass, 8));
            board = board.passed();
            continue;
        }
        const auto move = search.known_move(board.own, board.other);
        if (!move || (legal & bit(*move)) == 0) {
            break;
        }
        line.push_back(format_move(*move, 8));
        board = board.played(*move);
    }
    return line;
}

std::vector<std::string> Root::whole_line(Search& search, const RootMove& first, bool win_only,
                                          const Budget& budget) {
    std::vector<std::string> line{format_move(first.cell, 8)};
    Board<8> board = first.after;
    // The score of the side to move and the bound its opponent can hold it to.
    int score = -first.score;
    while (!is_over(board)) {
        std::vector<RootMove> moves = Root(board).moves();
        const auto known = search.known_move(board.own, board.other);
        std::stable_partition(moves.begin(), moves.end(),
                              [&](const RootMove& move) { return known && move.cell == *known; });
        const RootMove* chosen = nullptr;
        try {
            for (const RootMove& move : moves) {
                // A won position needs a winning move, a drawn one a move that does not lose.
                const int wanted = win_only ? (score > 0    ? disc
                                               : score == 0 ? 0
                                                            : below_all)
                                            : score;
                if (moves.size() == 1 ||
                    score_of(search, move, wanted - 1, wanted, 60, unselective, budget) >= wanted) {
                    chosen = &move;
                    break;
                }
            }
        } catch (const Stopped&) {
        }
        if (chosen == nullptr) {
            break;
        }
        line.push_back(format_move(chosen->cell, 8));
        board = chosen->after;
        score = -score;
    }
    return line;
}

}  // namespace fivefold::othello
