// The quiescence part of Search: only fours, at the leaves and in place of a hopeless search.
#include <algorithm>

#include "gomoku/search/search.hpp"

namespace fivefold::gomoku {

namespace {

constexpr int max_chain = 32;

}  // namespace

// The proven value if a five or an unstoppable four is on the board.
std::optional<int> Search::proven_value(int ply) {
    const Board& board = *board_;
    const Side side = board.to_move();
    const Side other = opponent(side);
    if (board.count(side, Kind::five) > 0) {
        lines_[ply].squares[0] = static_cast<std::uint16_t>(board.find(side, Kind::five));
        lines_[ply].length = 1;
        return sure_win - (ply + 1);
    }
    const int fives = board.count(other, Kind::five);
    if (fives > 1 && !board.rules().of(other).needs_an_end) {
        return -(sure_win - (ply + 2));
    }
    if (fives == 0 && unstoppable_fours(board, side) > 0) {
        const Kind kind =
            board.count(side, Kind::open_four) > 0 ? Kind::open_four : Kind::double_four;
        lines_[ply].squares[0] = static_cast<std::uint16_t>(board.find(side, kind));
        lines_[ply].length = 1;
        return sure_win - (ply + 3);
    }
    if (board.empty_count() == 0) {
        return 0;
    }
    return std::nullopt;
}

// The fours that may continue a chain: all at its start, then only those near its last two stones,
// because the others could have come first.
void Search::add_chain_of_fours(int depth, int ply, MoveList& moves) const {
    add_fours(*board_, moves);
    if (depth == 0 || settings_.fours_nearby == 0) {
        return;
    }
    const std::array last{levels_[ply - 1].move, levels_[ply - 2].move};
    MoveList near;
    for (const Move& move : moves) {
        const bool is_near = std::ranges::any_of(last, [&](int square) {
            const int columns = std::abs(column_of(move.square) - column_of(square));
            const int rows = std::abs(row_of(move.square) - row_of(square));
            return columns <= 4 && rows <= 4;
        });
        if (is_near) {
            near.add(move.square);
        }
    }
    moves = near;
}

// The value if the side to move may stand pat or make fours, which the opponent must answer.
// `depth` counts down from 0.
int Search::quiesce(int alpha, int beta, int depth, int ply) {
    lines_[ply].clear();
    if (const std::optional<int> value = proven_value(ply)) {
        return *value;
    }
    Board& board = *board_;
    const Side side = board.to_move();
    const Side other = opponent(side);
    const bool is_attacked = board.count(other, Kind::five) > 0;
    const int evaluation = is_attacked ? -max_evaluation : evaluator_.evaluate(board);
    if (ply >= max_plies - 2) {
        return evaluation;
    }
    TableEntry entry;
    const bool known = table_->find(board.hash(), entry);
    if (known && entry.depth >= depth) {
        const int value = from_root(entry.value, ply);
        if (entry.bound == Bound::exact || (entry.bound == Bound::lower && value >= beta) ||
            (entry.bound == Bound::upper && value <= alpha)) {
            return value;
        }
    }
    int best = evaluation;
    int best_move = no_square;
    const int old_alpha = alpha;
    if (best >= beta) {
        return best;
    }
    alpha = std::max(alpha, best);
    MoveList moves;
    if (is_attacked) {
        // Only a reply that makes a four continues the chain.
        MoveList stops;
        add_stops_of_five(board, board.find(other, Kind::five), stops);
        if (stops.is_empty()) {
            return -(sure_win - (ply + 2));
        }
        for (const Move& stop : stops) {
            if (board.exact_kind(side, stop.square) >= Kind::four) {
                moves.add(stop.square);
            }
        }
    } else if (depth > -max_chain) {
        add_chain_of_fours(depth, ply, moves);
    }
    evaluator_.score_moves(board, moves);
    for (Move& move : moves) {
        move.score += known && entry.move == move.square ? 1 << 20 : 0;
    }
    if (depth == 0) {
        fours_left_ = settings_.max_fours;
    }
    for (int number = 0; number < moves.size(); ++number) {
        if (--fours_left_ < 0) {
            // The result is incomplete: do not store it.
            return best;
        }
        const int square = moves.pick(number).square;
        play(square, ply);
        int value = sure_win;
        MoveList stops;
        add_stops_of_five(board, board.find(side, Kind::five), stops);
        if (stops.is_empty()) {
            value = sure_win - (ply + 3);
            lines_[ply + 1].clear();
        }
        for (const Move& stop : stops) {
            play(stop.square, ply + 1);
            const int answer = quiesce(alpha, beta, depth - 2, ply + 2);
            board.take_back();
            if (answer < value) {
                value = answer;
                lines_[ply + 1].set(stop.square, lines_[ply + 2]);
            }
        }
        board.take_back();
        if (value > best) {
            best = value;
            if (value > alpha) {
                alpha = value;
                best_move = square;
                lines_[ply].set(square, lines_[ply + 1]);
                if (value >= beta) {
                    break;
                }
            }
        }
    }
    const Bound bound = best >= beta       ? Bound::lower
                        : best > old_alpha ? Bound::exact
                                           : Bound::upper;
    table_->store(board.hash(), {from_position(best, ply), evaluation, depth, bound, best_move});
    return best;
}

}  // namespace fivefold::gomoku
