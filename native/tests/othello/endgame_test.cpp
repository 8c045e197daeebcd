#include <algorithm>
#include <random>

#include "othello/rules/board.hpp"
#include "tests/check.hpp"
#include "tests/othello/kernel_probe.hpp"

namespace {

using fivefold::Bits;
using fivefold::count_bits;
using fivefold::take_lowest;
using fivefold::othello::Board;
using fivefold::tests::OthelloProbe;

Board<8> random_position(std::mt19937_64& random, int empty) {
    for (;;) {
        Board<8> board{0x0000000810000000u, 0x0000001008000000u};
        for (int passes = 0; count_bits(board.empty()) > empty && passes < 2;) {
            Bits moves = board.moves();
            passes = moves == 0 ? passes + 1 : 0;
            if (moves == 0) {
                board = board.passed();
                continue;
            }
            for (auto skipped = random() % static_cast<unsigned>(count_bits(moves)); skipped > 0;
                 --skipped) {
                moves &= moves - 1;
            }
            board = board.played(fivefold::lowest_index(moves));
        }
        if (count_bits(board.empty()) == empty) {
            return board;
        }
    }
}

// Plain alpha-beta by the definition.
int score(const Board<8>& board, int alpha, int beta) {
    Bits moves = board.moves();
    if (moves == 0) {
        if (board.passed().moves() != 0) {
            return -score(board.passed(), -beta, -alpha);
        }
        const int ours = count_bits(board.own);
        const int theirs = count_bits(board.other);
        return ours > theirs ? 64 - 2 * theirs : ours < theirs ? 2 * ours - 64 : 0;
    }
    int best = -64;
    while (moves != 0 && best < beta) {
        best =
            std::max(best, -score(board.played(take_lowest(moves)), -beta, -std::max(alpha, best)));
    }
    return best;
}

// The same score by null windows; each result must be a valid bound.
int score_by_windows(OthelloProbe& probe, const Board<8>& board, int truth) {
    int lower = -64;
    int upper = 64;
    int guess = 0;
    while (lower < upper) {
        const int alpha = guess == lower ? guess + 1 : guess - 1;
        guess = probe.null_window(board.own, board.other, alpha);
        CHECK(guess > alpha ? guess <= truth : guess >= truth);
        (guess > alpha ? lower : upper) = guess;
    }
    return lower;
}

}  // namespace

TEST(both_kernels_play_the_last_moves_as_brute_force_does) {
    const auto portable = fivefold::tests::make_portable_probe();
    const auto fast = fivefold::tests::make_fast_probe();
    std::mt19937_64 random(4);
    for (const auto& [empty, positions] : {std::pair{0, 50},
                                           {1, 300},
                                           {2, 300},
                                           {3, 300},
                                           {4, 300},
                                           {5, 200},
                                           {6, 200},
                                           {7, 100},
                                           {8, 150},
                                           {9, 50},
                                           {10, 15},
                                           {11, 4},
                                           {12, 2}}) {
        for (int number = 0; number < positions; ++number) {
            const Board<8> board = random_position(random, empty);
            const int truth = score(board, -64, 64);
            CHECK(score_by_windows(*portable, board, truth) == truth);
            if (fast) {
                CHECK(score_by_windows(*fast, board, truth) == truth);
                CHECK(fast->nodes() == portable->nodes());
            }
        }
    }
}

// Windows far from the score trigger cut-offs by stable discs.
TEST(a_window_far_from_the_score_gives_a_valid_bound) {
    const auto portable = fivefold::tests::make_portable_probe();
    const auto fast = fivefold::tests::make_fast_probe();
    std::mt19937_64 random(5);
    for (int number = 0; number < 150; ++number) {
        const Board<8> board = random_position(random, 8);
        const int truth = score(board, -64, 64);
        for (int alpha = -63; alpha < 64; alpha += 2) {
            const int found = portable->null_window(board.own, board.other, alpha);
            CHECK(found > alpha ? found <= truth : found >= truth);
            if (fast) {
                CHECK(fast->null_window(board.own, board.other, alpha) == found);
            }
        }
    }
}
