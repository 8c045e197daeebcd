// The search of one thread: alpha-beta on a board, with forced play at its
// leaves.
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
#include "gomoku/board.hpp"
#include "gomoku/evaluation.hpp"
#include "gomoku/moves.hpp"
#include "gomoku/table.hpp"
#include "gomoku/weights.hpp"

namespace fivefold::gomoku {

inline constexpr int most_plies = 128;

// Values are for the side to move. A five that is proven to come `n` plies from
// the root is worth sure_win - n. A win that leaves out defences nobody looked
// at is only believed: likely_win - n. All other values are at most
// greatest_evaluation.
inline constexpr int sure_win = 30'000;
inline constexpr int least_sure_win = sure_win - 1'000;
inline constexpr int likely_win = 25'000;
inline constexpr int least_likely_win = likely_win - 1'000;
inline constexpr int most_value = sure_win;

// What a value that counts plies from the root is, counted from a position at
// `ply`, and back.
constexpr int from_position(int value, int ply) {
    return value >= least_likely_win    ? value + ply
           : value <= -least_likely_win ? value - ply
                                        : value;
}
constexpr int from_root(int value, int ply) {
    return value >= least_likely_win    ? value - ply
           : value <= -least_likely_win ? value + ply
                                        : value;
}

constexpr bool is_sure(int value) {
    return value >= least_sure_win || value <= -least_sure_win;
}

// Thrown by a search that was stopped or ran out of nodes or time.
struct Stopped {};

struct Budget {
    const StopFlag& stop;
    std::uint64_t nodes = ~std::uint64_t{0};
    std::optional<std::chrono::steady_clock::time_point> deadline;
};

// What decides how much of the tree is left out. Margins are values, by plies
// that are left.
struct Settings {
    int razor_depth = 3;  // so near the leaves a hopeless position is left to its fours
    int razor_base = 80;
    int razor_step = 120;
    int still_depth = 8;  // so near the leaves one that is good enough is not searched
    int still_step = 60;
    int still_improving = 30;
    int futile_depth = 6;  // so near the leaves quiet moves are left out where
                           // little is hoped for
    int futile_base = 60;
    int futile_step = 70;
    int count_base = 6;  // so many moves are looked at, more with the square of the depth
    int count_step = 2;
    int gap_base = 80;  // and only those whose score is so near the best, more with the depth
    int gap_step = 40;
    int reduction_divisor = 200;  // late moves are searched ln(depth) * ln(number) / this less deep
    int reduction_gap = 80;       // and a ply less for so much less score than the best
    int history_divisor = 4096;   // or deeper by this part of their history
    int unknown_depth = 4;        // from here a position without a known move is searched less deep
    int singular_depth = 7;       // from here it is asked whether the known move is the only one
    int singular_step = 4;
    int fours_nearby = 1;     // whether a chain of fours goes on only near its last stones
    int most_fours = 500;     // that are tried in one search for fours
    int force_part = 8;       // the searcher looks for forced wins with that part of the nodes
    int refutation_part = 8;  // and for those of the other side after the best move
};

// The moves that are expected, as they are found.
struct Variation {
    int length = 0;
    std::array<std::uint16_t, most_plies> squares;

    void clear() { length = 0; }
    void set(int first, const Variation& rest);
};

class Search {
  public:
    Search(std::shared_ptr<Table> table, std::shared_ptr<const Weights> weights,
           const Settings& settings = {});

    // The value of the position after `move`, for the side that makes it,
    // fail-soft. The expected moves are in line() where the value is between the
    // bounds. Throws Stopped; the board is then as it was before.
    int value_after(Board& board, int move, int alpha, int beta, int depth, const Budget& budget);
    const Variation& line() const { return lines_[0]; }

    // By how much less deep the move of that number, from 0, may be searched at
    // first.
    int reduction_at(int depth, int number) const {
        return reductions_[std::min(depth, 63)][std::min(number, 63)];
    }

    // How promising the moves look, without any search.
    void score_moves(const Board& board, MoveList& moves) const;

    // Positions entered since the last start(), and the longest way to one. Other threads may ask
    // while this one searches.
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    int selective_depth() const { return selective_depth_.load(std::memory_order_relaxed); }
    // To be called before the searches for one question.
    void start();
    // Forgets what it keeps outside of the table.
    void forget();

  private:
    struct Level {
        int evaluation = 0;
        int move = no_square;
        int excluded = no_square;  // while it is asked what the position is worth without it
        std::array<int, 2> killers{};
    };

    int visit(int alpha, int beta, int depth, int ply, bool expect_cut);
    int visit_fours(int alpha, int beta, int depth, int ply);
    void add_chain_of_fours(int depth, int ply, MoveList& moves) const;
    std::optional<int> decided(int ply);
    // The moves to look at, and what is certain if it is none of them.
    struct Choice {
        MoveList moves;
        bool is_forced = true;  // every other legal move is worth `otherwise`
        int otherwise = -sure_win;
    };
    void choose(Choice& choice, bool is_attacked, int ply) const;
    // A position while it is searched.
    struct Node {
        int alpha;
        int beta;
        int depth;
        int ply;
        bool is_open;      // the window is wider than one: the value itself is wanted
        bool expect_cut;   // the value is thought to be at least beta
        bool is_attacked;  // the other side can make five
        bool improving = false;
        int table_move = no_square;
        int extension = 0;  // of the replies to a five, or of the known move
    };
    enum class Verdict { promising, futile, enough };
    std::optional<int> from_table(Node& node, Fact& fact) const;
    std::optional<int> settle_quickly(const Fact& fact, Node& node);
    std::optional<int> hopeless_or_good(const Node& node);
    std::optional<int> look_without(const Fact& fact, Node& node);
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
    std::shared_ptr<const Weights> weights_;
    Settings settings_;
    std::array<std::array<std::int8_t, 64>, 64> reductions_{};
    Board* board_ = nullptr;
    const Budget* budget_ = nullptr;
    std::atomic<std::uint64_t> nodes_ = 0;
    std::atomic<int> selective_depth_ = 0;
    int fours_left_ = 0;
    std::array<Level, most_plies + 4> levels_{};
    std::array<Variation, most_plies + 2> lines_{};
    std::array<std::array<int, square_count>, 2> history_{};
    std::array<std::array<std::uint16_t, square_count>, 2> answers_{};  // to the move before
};

}  // namespace fivefold::gomoku
