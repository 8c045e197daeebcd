#include "gomoku/search/search.hpp"

#include <algorithm>
#include <cmath>

namespace fivefold::gomoku {

namespace {

// Nodes between two checks of the clock.
constexpr std::uint64_t nodes_per_check = 512;
constexpr int max_history = 8192;

// A proven loss is only a likely one if some defences were skipped, and vice versa.
constexpr int believed(int value) {
    return value <= -min_sure_win ? value + (sure_win - likely_win) : value;
}

}  // namespace

void Variation::set(int first, const Variation& rest) {
    squares[0] = static_cast<std::uint16_t>(first);
    length = std::min(rest.length + 1, max_plies);
    std::copy_n(rest.squares.begin(), length - 1, squares.begin() + 1);
}

Search::Search(std::shared_ptr<Table> table, std::shared_ptr<const Weights> weights,
               const Settings& settings)
    : table_(std::move(table)), evaluator_(std::move(weights)), settings_(settings) {
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
    const std::uint64_t before = nodes();
    if (before >= budget_->nodes ||
        (before % nodes_per_check == 0 &&
         (is_stopped(budget_->stop) ||
          (budget_->deadline && std::chrono::steady_clock::now() >= *budget_->deadline)))) {
        throw Stopped();
    }
    nodes_.store(before + 1, std::memory_order_relaxed);
    selective_depth_.store(std::max(selective_depth(), ply), std::memory_order_relaxed);
}

void Search::play(int square, int ply) {
    table_->prefetch(board_->hash_after(square));
    levels_[ply].move = square;
    board_->place(square);
    enter(ply + 1);
}

// Only moves that answer the opponent's threats, if there are any.
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
        add_replies_to_open_fours(board, moves);
        return;
    }
    choice.is_forced = false;
    add_candidates(board, moves);
    if (moves.is_empty()) {
        add_all(board, moves);
    }
}

// The position's value if the table entry is sufficient; otherwise at least its move is used.
std::optional<int> Search::probe_table(Node& node, TableEntry& entry) const {
    if (levels_[node.ply].excluded != no_square || !table_->find(board_->hash(), entry)) {
        return std::nullopt;
    }
    entry.value = from_root(entry.value, node.ply);
    if (!node.is_open && (entry.depth >= node.depth || is_sure(entry.value)) &&
        (entry.bound == Bound::exact || (entry.bound == Bound::lower && entry.value >= node.beta) ||
         (entry.bound == Bound::upper && entry.value <= node.alpha))) {
        return entry.value;
    }
    node.table_move = board_->is_empty(entry.move) ? entry.move : no_square;
    return std::nullopt;
}

// A value for shallow positions that need no search: hopeless except for a win by fours (razoring),
// or so good that a quiet move cannot spoil it (reverse futility).
std::optional<int> Search::razor_or_cut(const Node& node) {
    const int evaluation = levels_[node.ply].evaluation;
    if (node.depth <= settings_.razor_depth &&
        evaluation + settings_.razor_base + settings_.razor_step * node.depth <= node.alpha) {
        const int value = quiesce(node.alpha, node.alpha + 1, 0, node.ply);
        if (value <= node.alpha) {
            return value;
        }
    }
    const int margin = settings_.reverse_futility_step * node.depth -
                       (node.improving ? settings_.reverse_futility_improving : 0);
    if (node.depth <= settings_.reverse_futility_depth && evaluation - margin >= node.beta) {
        return evaluation;
    }
    return std::nullopt;
}

// Singular extension: extends the table move if no other move is nearly as good. If the value
// without it is still at least beta, returns that.
std::optional<int> Search::extend_singular(const TableEntry& entry, Node& node) {
    const int bar = entry.value - settings_.singular_step * node.depth;
    levels_[node.ply].excluded = entry.move;
    const int value = visit(bar - 1, bar, (node.depth - 1) / 2, node.ply, node.expect_cut);
    levels_[node.ply].excluded = no_square;
    node.extension = value < bar ? 1 : 0;
    return value >= bar && bar >= node.beta ? std::optional(bar) : std::nullopt;
}

// Adjusts the depth of a position without threats, or returns its value if it needs no search.
std::optional<int> Search::try_static_pruning(const TableEntry& entry, Node& node) {
    if (!node.is_open && levels_[node.ply].excluded == no_square &&
        std::abs(node.beta) < min_likely_win) {
        if (const std::optional<int> value = razor_or_cut(node)) {
            return value;
        }
    }
    if (node.table_move == no_square) {
        node.depth -= node.depth >= settings_.no_table_move_depth ? 1 : 0;
        return std::nullopt;
    }
    if (node.depth >= settings_.singular_depth && entry.depth >= node.depth - 3 &&
        entry.bound != Bound::upper && std::abs(entry.value) < min_likely_win) {
        return extend_singular(entry, node);
    }
    return std::nullopt;
}

int Search::visit(int alpha, int beta, int depth, int ply, bool expect_cut) {
    Board& board = *board_;
    lines_[ply].clear();
    if (const std::optional<int> value = proven_value(ply)) {
        return *value;
    }
    const bool is_attacked = board.count(opponent(board.to_move()), Kind::five) > 0;
    if (depth <= 0 && !is_attacked) {
        return quiesce(alpha, beta, 0, ply);
    }
    if (ply >= max_plies - 2) {
        return is_attacked ? 0 : evaluator_.evaluate(board);
    }
    // No win from here can be shorter than this.
    Node node{.alpha = std::max(alpha, -(sure_win - (ply + 2))),
              .beta = std::min(beta, sure_win - (ply + 5)),
              .depth = depth,
              .ply = ply,
              .is_open = beta - alpha > 1,
              .expect_cut = expect_cut,
              .is_attacked = is_attacked};
    if (node.alpha >= node.beta) {
        return node.alpha;
    }
    TableEntry entry;
    if (const std::optional<int> value = probe_table(node, entry)) {
        return *value;
    }
    Choice choice;
    choose(choice, is_attacked, ply);
    if (choice.moves.is_empty()) {
        return choice.is_forced ? choice.otherwise : 0;
    }
    const int two_plies_ago = ply >= 2 ? levels_[ply - 2].evaluation : 0;
    levels_[ply].evaluation = is_attacked ? two_plies_ago : evaluator_.evaluate(board);
    levels_[ply + 1].excluded = no_square;
    levels_[ply + 2].killers = {};
    node.improving = ply >= 2 && levels_[ply].evaluation > two_plies_ago;
    node.extension = is_attacked ? 1 : 0;
    if (!choice.is_forced) {
        if (const std::optional<int> value = try_static_pruning(entry, node)) {
            return *value;
        }
    }
    score_moves(choice.moves, ply, node.table_move);
    return try_moves(choice, node);
}

// Whether to skip this move, or this and all remaining moves.
Search::Verdict Search::verdict_on(const Move& move, int number, bool is_quiet, int best_score,
                                   const Node& node) const {
    const int allowed = settings_.count_base + settings_.count_step * node.depth * node.depth;
    if (!node.is_open && number >= allowed / (node.improving ? 1 : 2) + 4) {
        return Verdict::enough;
    }
    const int widest = settings_.gap_base + settings_.gap_step * node.depth;
    if (best_score - move.score > widest * (node.is_open ? 2 : 1)) {
        return Verdict::enough;
    }
    const int hoped_for = levels_[node.ply].evaluation + settings_.futility_base +
                          settings_.futility_step * node.depth;
    if (!node.is_open && is_quiet && node.depth <= settings_.futility_depth &&
        hoped_for <= node.alpha) {
        return Verdict::futile;
    }
    return Verdict::promising;
}

// The reduction of a late move.
int Search::reduction(Side side, const Move& move, int number, bool is_quiet, int gap,
                      const Node& node) const {
    return reduction_at(node.depth, number) + std::min(gap / settings_.reduction_gap, 3) -
           history(side, move.square) / settings_.history_divisor + (node.expect_cut ? 1 : 0) +
           (node.improving ? 0 : 1) - (node.is_open ? 1 : 0) - (is_quiet ? 0 : 1);
}

// The value after a move that was just played: full window for the first move, null window first
// for the others.
int Search::value_of_move(int number, int depth, int less, const Node& node) {
    const int alpha = node.alpha;
    const int ply = node.ply + 1;
    if (number == 0) {
        return -visit(-node.beta, -alpha, depth, ply, !node.is_open && !node.expect_cut);
    }
    int value = -visit(-alpha - 1, -alpha, depth - less, ply, true);
    if (value > alpha && less > 0) {
        value = -visit(-alpha - 1, -alpha, depth, ply, !node.expect_cut);
    }
    if (value > alpha && value < node.beta && node.is_open) {
        value = -visit(-node.beta, -alpha, depth, ply, false);
    }
    return value;
}

int Search::try_moves(Choice& choice, Node& node) {
    Board& board = *board_;
    const Side side = board.to_move();
    MoveList& moves = choice.moves;
    const int ply = node.ply;
    const int old_alpha = node.alpha;
    int best = choice.otherwise;
    int best_move = no_square;
    int best_score = 0;
    for (int number = 0; number < moves.size(); ++number) {
        const Move move = moves.pick(number);
        if (move.square == levels_[ply].excluded) {
            continue;
        }
        if (number <= 1 && move.square != node.table_move) {
            best_score = std::max(best_score, move.score);
        }
        const bool is_quiet = board.kind(side, move.square) < Kind::three &&
                              board.kind(opponent(side), move.square) < Kind::three;
        if (!choice.is_forced && best > -min_likely_win && number > 0) {
            const Verdict verdict = verdict_on(move, number, is_quiet, best_score, node);
            if (verdict == Verdict::enough) {
                break;
            }
            if (verdict == Verdict::futile) {
                continue;
            }
        }
        const bool is_extended =
            node.extension > 0 && (node.is_attacked || move.square == node.table_move);
        const int depth = node.depth - 1 + (is_extended ? 1 : 0);
        int less = 0;
        if (node.depth >= 3 && !choice.is_forced && number >= 2) {
            less = reduction(side, move, number, is_quiet, best_score - move.score, node);
            less = std::clamp(less, 0, depth - 1);
        }
        play(move.square, ply);
        const int value = value_of_move(number, depth, less, node);
        board.take_back();
        if (value <= best) {
            continue;
        }
        best = value;
        if (value <= node.alpha) {
            continue;
        }
        best_move = move.square;
        node.alpha = value;
        lines_[ply].set(move.square, lines_[ply + 1]);
        if (value >= node.beta) {
            remember_cut(move.square, ply, node.depth, moves, number);
            break;
        }
    }
    if (!choice.is_forced) {
        best = believed(best);
    }
    if (levels_[ply].excluded == no_square) {
        const Bound bound = best >= node.beta  ? Bound::lower
                            : best > old_alpha ? Bound::exact
                                               : Bound::upper;
        table_->store(board.hash(), {from_position(best, ply), levels_[ply].evaluation, node.depth,
                                     bound, best_move});
    }
    return best;
}

void Search::score_moves(const Board& board, MoveList& moves) const {
    evaluator_.score_moves(board, moves);
}

void Search::score_moves(MoveList& moves, int ply, int table_move) const {
    const Board& board = *board_;
    const Side side = board.to_move();
    const int answer = answers_[index_of(side)][levels_[ply - 1].move];
    evaluator_.score_moves(board, moves);
    for (Move& move : moves) {
        const int square = move.square;
        int score = move.score + history(side, square) / 256;
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
        number += by - number * std::abs(by) / max_history;
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
