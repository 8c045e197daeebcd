// The search of one thread: alpha-beta with a quiescence search of fours at the leaves.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/stop.hpp"
#include "gomoku/board/board.hpp"
#include "gomoku/evaluation/evaluation.hpp"
#include "gomoku/evaluation/weights.hpp"
#include "gomoku/search/moves.hpp"
#include "gomoku/search/table.hpp"

namespace fivefold::gomoku {

inline constexpr int max_plies = 128;

// Values are for the side to move. A five proven to come `n` plies from the root is worth sure_win
// - n. A win that relies on skipped defences is only believed: likely_win - n. All other values are
// at most max_evaluation in size.
inline constexpr int sure_win = 30'000;
inline constexpr int min_sure_win = sure_win - 1'000;
inline constexpr int likely_win = 25'000;
inline constexpr int min_likely_win = likely_win - 1'000;
inline constexpr int max_value = sure_win;

// Convert win distances counted from the root into distances from a position at `ply`, and back.
constexpr int from_position(int value, int ply) {
    return value >= min_likely_win ? value + ply : value <= -min_likely_win ? value - ply : value;
}
constexpr int from_root(int value, int ply) {
    return value >= min_likely_win ? value - ply : value <= -min_likely_win ? value + ply : value;
}

constexpr bool is_sure(int value) {
    return value >= min_sure_win || value <= -min_sure_win;
}

// Thrown when a search is stopped or runs out of nodes or time.
struct Stopped {};

struct Budget {
    const StopFlag& stop;
    std::uint64_t nodes = ~std::uint64_t{0};
    std::optional<std::chrono::steady_clock::time_point> deadline;
};

// Pruning and reduction parameters. Depths are remaining plies; margins are values.
struct Settings {
    int razor_depth = 3;  // up to this depth, hopeless positions go to quiescence
    int razor_base = 80;
    int razor_step = 120;
    int reverse_futility_depth = 8;  // up to this depth, good positions are cut (reverse futility)
    int reverse_futility_step = 60;
    int reverse_futility_improving = 30;
    int futility_depth = 6;  // up to this depth, unpromising quiet moves are skipped
    int futility_base = 60;
    int futility_step = 70;
    int count_base = 6;  // move count limit, growing with the square of the depth
    int count_step = 2;
    int gap_base = 80;  // score gap to the best move, growing with the depth
    int gap_step = 40;
    int reduction_divisor = 200;  // late moves are reduced by ln(depth) * ln(number) / this
    int reduction_gap = 80;       // one more ply per this much score gap to the best
    int history_divisor = 4096;   // history shifts the reduction by history / this
    int no_table_move_depth = 4;  // from this depth, positions without a table move are reduced
    int singular_depth = 7;       // from this depth, singular extensions are tried
    int singular_step = 4;
    int fours_nearby = 1;     // whether a chain of fours must stay near its last stones
    int max_fours = 500;      // fours tried per quiescence search
    int forced_win_part = 8;  // forced wins get 1/this of the nodes
    int refutation_part = 8;  // the opponent's forced wins after the best move, likewise
};

// A principal variation.
struct Variation {
    int length = 0;
    std::array<std::uint16_t, max_plies> squares;

    void clear() { length = 0; }
    void set(int first, const Variation& rest);
};

class Search {
  public:
    Search(std::shared_ptr<Table> table, std::shared_ptr<const Weights> weights,
           const Settings& settings = {});

    // The value of the position after `move` for the side that plays it, fail-soft. line() is valid
    // if the value is inside the window. Throws Stopped and restores the board.
    int value_after(Board& board, int move, int alpha, int beta, int depth, const Budget& budget);
    const Variation& line() const { return lines_[0]; }

    // The initial reduction of the `number`-th move, counting from 0.
    int reduction_at(int depth, int number) const {
        return reductions_[std::min(depth, 63)][std::min(number, 63)];
    }

    // Scores the moves for ordering, without search.
    void score_moves(const Board& board, MoveList& moves) const;

    // Nodes since the last start() and the greatest ply reached. Safe to call from other threads
    // during a search.
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    int selective_depth() const { return selective_depth_.load(std::memory_order_relaxed); }
    // Call before the searches of each new request.
    void start();
    // Clears history, killers and replies, but not the table.
    void forget();

  private:
    struct Level {
        int evaluation = 0;
        int move = no_square;
        int excluded = no_square;  // during a singular search
        std::array<int, 2> killers{};
    };

    int visit(int alpha, int beta, int depth, int ply, bool expect_cut);
    int quiesce(int alpha, int beta, int depth, int ply);
    void add_chain_of_fours(int depth, int ply, MoveList& moves) const;
    std::optional<int> proven_value(int ply);
    // The moves to search, and the proven value if none of them is played.
    struct Choice {
        MoveList moves;
        bool is_forced = true;  // every other legal move is worth `otherwise`
        int otherwise = -sure_win;
    };
    void choose(Choice& choice, bool is_attacked, int ply) const;
    // A position being searched.
    struct Node {
        int alpha;
        int beta;
        int depth;
        int ply;
        bool is_open;      // an open window: the exact value is wanted
        bool expect_cut;   // the value is expected to be at least beta
        bool is_attacked;  // the opponent can make five
        bool improving = false;
        int table_move = no_square;
        int extension = 0;  // for replies to a five, or for a singular move
    };
    enum class Verdict { promising, futile, enough };
    std::optional<int> probe_table(Node& node, TableEntry& entry) const;
    std::optional<int> try_static_pruning(const TableEntry& entry, Node& node);
    std::optional<int> razor_or_cut(const Node& node);
    std::optional<int> extend_singular(const TableEntry& entry, Node& node);
    int try_moves(Choice& choice, Node& node);
    int value_of_move(int number, int depth, int less, const Node& node);
    Verdict verdict_on(const Move& move, int number, bool is_quiet, int best_score,
                       const Node& node) const;
    int reduction(Side side, const Move& move, int number, bool is_quiet, int gap,
                  const Node& node) const;
    void enter(int ply);
    void play(int square, int ply);
    void score_moves(MoveList& moves, int ply, int table_move) const;
    void remember_cut(int square, int ply, int depth, const MoveList& moves, int tried);
    int history(Side side, int square) const { return history_[index_of(side)][square]; }

    std::shared_ptr<Table> table_;
    Evaluator evaluator_;
    Settings settings_;
    std::array<std::array<std::int8_t, 64>, 64> reductions_{};
    Board* board_ = nullptr;
    const Budget* budget_ = nullptr;
    std::atomic<std::uint64_t> nodes_ = 0;
    std::atomic<int> selective_depth_ = 0;
    int fours_left_ = 0;
    std::array<Level, max_plies + 4> levels_{};
    std::array<Variation, max_plies + 2> lines_{};
    std::array<std::array<int, square_count>, 2> history_{};
    std::array<std::array<std::uint16_t, square_count>, 2> answers_{};  // replies to the previous
                                                                        // move
};

}  // namespace fivefold::gomoku
