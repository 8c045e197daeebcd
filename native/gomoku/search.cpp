#include "gomoku/search.hpp"

#include <algorithm>
#include <cmath>

namespace fivefold::gomoku {

namespace {

// How many nodes are entered between two looks at the clock.
constexpr std::uint64_t nodes_between_looks = 512;
constexpr int greatest_history = 8192;

// A proven loss is only a likely one when not every defence was tried, and the other way round.
constexpr int believed(int value) {
    return value <= -least_sure_win ? value + (sure_win - likely_win) : value;
}

}  // namespace

void Variation::set(int first, const Variation& rest) {
    squares[0] = static_cast<std::uint16_t>(first);
    length = std::min(rest.length + 1, most_plies);
    std::copy_n(rest.squares.begin(), length - 1, squares.begin() + 1);
}

Search::Search(std::shared_ptr<Table> table, std::shared_ptr<const Weights> weights,
               const Settings& settings)
    : table_(std::move(table)), weights_(std::move(weights)), settings_(settings) {
    for (int depth = 1; depth < 64; ++depth) {
        for (int number = 1; number < 64; ++number) {
            reductions_[depth][number] = static_cast<std::int8_t>(
                0.4 + std::log(depth) * std::log(number) * 100 / settings.reduction_divisor);
        }
    }
}

void Search::start() {
    nodes_ = 0;
    selective_depth_ = 0;
    for (auto& side : history_) {
        for (int& number : side) {
            number /= 4;
        }
    }
}

void Search::forget() {
    history_ = {};
    answers_ = {};
    levels_ = {};
}

int Search::value_after(Board& board, int move, int alpha, int beta, int depth,
                        const Budget& budget) {
    board_ = &board;
    budget_ = &budget;
    const int plies_before = board.ply();
    if (board.kind(board.to_move(), move) == Kind::five) {
        lines_[0].set(move, Variation{});
        return sure_win - 1;
    }
    try {
        play(move, 0);
        const int value = -visit(-beta, -alpha, depth, 1, false);
        board.take_back();
        lines_[0].set(move, lines_[1]);
        return value;
    } catch (const Stopped&) {
        while (board.ply() > plies_before) {
            board.take_back();
        }
        for (Level& level : levels_) {
            level.excluded = no_square;
        }
        throw;
    }
}

void Search::enter(int ply) {
    if (nodes_ >= budget_->nodes ||
        (nodes_ % nodes_between_looks == 0 &&
         (is_stopped(budget_->stop) ||
          (budget_->deadline && std::chrono::steady_clock::now() >= *budget_->deadline)))) {
        throw Stopped();
    }
    ++nodes_;
    selective_depth_ = std::max(selective_depth_, ply);
}

void Search::play(int square, int ply) {
    table_->prefetch(board_->hash_after(square));
    levels_[ply].move = square;
    board_->place(square);
    enter(ply + 1);
}

// Only the moves that meet the other side's threats, where there are any.
void Search::choose(Choice& choice, bool is_attacked, int ply) const {
    const Board& board = *board_;
    const Side other = opponent(board.to_move());
    MoveList& moves = choice.moves;
    if (is_attacked) {
        choice.otherwise = -(sure_win - (ply + 2));
        add_stops_of_five(board, board.find(other, Kind::five), moves);
        return;
    }
    if (unstoppable_fours(board, other) > 0) {
        choice.otherwise = -(sure_win - (ply + 4));
        add_stops_of_open_fours(board, moves);
        MoveList fours;
        add_fours(board, fours);
        for (const Move& four : fours) {
            if (!moves.has(four.square)) {
                moves.add(four.square);
            }
        }
        return;
    }
    choice.is_forced = false;
    add_candidates(board, moves);
    if (moves.is_empty()) {
        add_all(board, moves);
    }
}

// A value for positions near the leaves that need no search: hopeless but for a win by fours, or
// so good that a quiet move will not spoil it.
std::optional<int> Search::hopeless_or_good(int alpha, int beta, int depth, int ply,
                                            bool improving) {
    const int evaluation = levels_[ply].evaluation;
    if (depth <= settings_.razor_depth &&
        evaluation + settings_.razor_base + settings_.razor_step * depth <= alpha) {
        const int value = visit_fours(alpha, alpha + 1, 0, ply);
        if (value <= alpha) {
            return value;
        }
    }
    const int margin = settings_.still_step * depth - (improving ? settings_.still_improving : 0);
    if (depth <= settings_.still_depth && evaluation - margin >= beta) {
        return evaluation;
    }
    return std::nullopt;
}

// 1 when no other move is nearly as good as the known one. When even without it the value is at
// least beta, that is `cut`.
int Search::singular_extension(const Fact& fact, int beta, int depth, int ply, bool expect_cut,
                               std::optional<int>& cut) {
    const int bar = fact.value - settings_.singular_step * depth;
    levels_[ply].excluded = fact.move;
    const int value = visit(bar - 1, bar, (depth - 1) / 2, ply, expect_cut);
    levels_[ply].excluded = no_square;
    if (value < bar) {
        return 1;
    }
    if (bar >= beta) {
        cut = bar;
    }
    return 0;
}

int Search::reduction(Side side, const Move& move, int gap, int number, int depth) const {
    return reduction_at(depth, number) + std::min(gap / settings_.reduction_gap, 3) -
           history(side, move.square) / settings_.history_divisor;
}

int Search::visit(int alpha, int beta, int depth, int ply, bool expect_cut) {
    Board& board = *board_;
    const Side side = board.to_move();
    const Side other = opponent(side);
    const bool is_open = beta - alpha > 1;
    Level& level = levels_[ply];
    const int excluded = level.excluded;
    lines_[ply].clear();
    if (const std::optional<int> value = decided(ply)) {
        return *value;
    }
    const bool is_attacked = board.count(other, Kind::five) > 0;
    if (depth <= 0 && !is_attacked) {
        return visit_fours(alpha, beta, 0, ply);
    }
    if (ply >= most_plies - 2) {
        return is_attacked ? 0 : evaluate(board, *weights_);
    }
    // No win from here can be shorter than these.
    alpha = std::max(alpha, -(sure_win - (ply + 2)));
    beta = std::min(beta, sure_win - (ply + 5));
    if (alpha >= beta) {
        return alpha;
    }

    Fact fact;
    const bool known = excluded == no_square && table_->find(board.hash(), fact);
    if (known) {
        fact.value = from_root(fact.value, ply);
        if (!is_open && (fact.depth >= depth || is_sure(fact.value)) &&
            (fact.bound == Bound::exact || (fact.bound == Bound::lower && fact.value >= beta) ||
             (fact.bound == Bound::upper && fact.value <= alpha))) {
            return fact.value;
        }
    }
    const int table_move = known && board.is_empty(fact.move) ? fact.move : no_square;

    Choice choice;
    choose(choice, is_attacked, ply);
    MoveList& moves = choice.moves;
    const bool is_forced = choice.is_forced;
    if (moves.is_empty()) {
        return is_forced ? choice.otherwise : 0;
    }
    level.evaluation =
        is_attacked ? (ply >= 2 ? levels_[ply - 2].evaluation : 0) : evaluate(board, *weights_);
    levels_[ply + 1].excluded = no_square;
    levels_[ply + 2].killers = {};
    const bool improving = ply >= 2 && level.evaluation > levels_[ply - 2].evaluation;
    int extension = is_attacked ? 1 : 0;
    if (!is_forced) {
        if (!is_open && excluded == no_square && std::abs(beta) < least_likely_win) {
            const auto value = hopeless_or_good(alpha, beta, depth, ply, improving);
            if (value) {
                return *value;
            }
        }
        if (table_move == no_square && depth >= settings_.unknown_depth) {
            --depth;
        }
        if (table_move != no_square && depth >= settings_.singular_depth &&
            fact.depth >= depth - 3 && fact.bound != Bound::upper &&
            std::abs(fact.value) < least_likely_win) {
            std::optional<int> cut;
            extension = singular_extension(fact, beta, depth, ply, expect_cut, cut);
            if (cut) {
                return *cut;
            }
        }
    }
    score_moves(moves, ply, table_move);

    int best = choice.otherwise;
    int best_move = no_square;
    int best_score = 0;
    const int old_alpha = alpha;
    for (int number = 0; number < moves.size(); ++number) {
        const Move move = moves.pick(number);
        if (move.square == excluded) {
            continue;
        }
        if (number <= 1 && move.square != table_move) {
            best_score = std::max(best_score, move.score);
        }
        const bool is_quiet = board.kind(side, move.square) < Kind::three &&
                              board.kind(other, move.square) < Kind::three;
        if (!is_forced && best > -least_likely_win && number > 0) {
            const int allowed = settings_.count_base + settings_.count_step * depth * depth;
            if (!is_open && number >= allowed / (improving ? 1 : 2) + 4) {
                break;
            }
            const int widest = settings_.gap_base + settings_.gap_step * depth;
            if (best_score - move.score > widest * (is_open ? 2 : 1)) {
                break;
            }
            if (!is_open && is_quiet && depth <= settings_.futile_depth &&
                level.evaluation + settings_.futile_base + settings_.futile_step * depth <= alpha) {
                continue;
            }
        }
        const bool is_extended = extension > 0 && (is_attacked || move.square == table_move);
        const int next_depth = depth - 1 + (is_extended ? 1 : 0);
        play(move.square, ply);
        int value;
        if (number == 0) {
            value = -visit(-beta, -alpha, next_depth, ply + 1, !is_open && !expect_cut);
        } else {
            int less = 0;
            if (depth >= 3 && !is_forced && number >= 2) {
                less = reduction(side, move, best_score - move.score, number, depth);
                less += (expect_cut ? 1 : 0) + (improving ? 0 : 1);
                less -= (is_open ? 1 : 0) + (is_quiet ? 0 : 1);
                less = std::clamp(less, 0, next_depth - 1);
            }
            value = -visit(-alpha - 1, -alpha, next_depth - less, ply + 1, true);
            if (value > alpha && less > 0) {
                value = -visit(-alpha - 1, -alpha, next_depth, ply + 1, !expect_cut);
            }
            if (value > alpha && value < beta && is_open) {
                value = -visit(-beta, -alpha, next_depth, ply + 1, false);
            }
        }
        board.take_back();
        if (value > best) {
            best = value;
            if (value > alpha) {
                best_move = move.square;
                alpha = value;
                lines_[ply].set(move.square, lines_[ply + 1]);
                if (value >= beta) {
                    remember_cut(move.square, ply, depth, moves, number);
                    break;
                }
            }
        }
    }
    if (!is_forced) {
        best = believed(best);
    }
    if (excluded == no_square) {
        const Bound bound = best >= beta       ? Bound::lower
                            : best > old_alpha ? Bound::exact
                                               : Bound::upper;
        table_->store(board.hash(),
                      {from_position(best, ply), level.evaluation, depth, bound, best_move});
    }
    return best;
}

void Search::score_moves(const Board& board, MoveList& moves) const {
    const Side side = board.to_move();
    for (Move& move : moves) {
        move.score = weights_->own_scores[board.code(side, move.square)] +
                     weights_->other_scores[board.code(opponent(side), move.square)];
    }
}

void Search::score_moves(MoveList& moves, int ply, int table_move) const {
    const Board& board = *board_;
    const Side side = board.to_move();
    const int answer = answers_[index_of(side)][levels_[ply - 1].move];
    for (Move& move : moves) {
        const int square = move.square;
        int score = weights_->own_scores[board.code(side, square)] +
                    weights_->other_scores[board.code(opponent(side), square)];
        score += history(side, square) / 256;
        score += square == answer ? 20 : 0;
        score += square == levels_[ply].killers[0] || square == levels_[ply].killers[1] ? 20 : 0;
        move.score = square == table_move ? 1 << 20 : score;
    }
}

void Search::remember_cut(int square, int ply, int depth, const MoveList& moves, int tried) {
    const Side side = board_->to_move();
    const int bonus = std::min(depth * depth * 4, 1024);
    const auto change = [&](int at, int by) {
        int& number = history_[index_of(side)][at];
        number += by - number * std::abs(by) / greatest_history;
    };
    change(square, bonus);
    for (int number = 0; number < tried; ++number) {
        change(moves[number].square, -bonus);
    }
    auto& killers = levels_[ply].killers;
    if (killers[0] != square) {
        killers = {square, killers[0]};
    }
    answers_[index_of(side)][levels_[ply - 1].move] = static_cast<std::uint16_t>(square);
}

}  // namespace fivefold::gomoku
