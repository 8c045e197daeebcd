#include <random>

#include "othello/rules/board.hpp"
#include "tests/check.hpp"
#include "tests/othello/kernel_probe.hpp"

namespace {

using fivefold::bit;
using fivefold::Bits;
using fivefold::count_bits;
using fivefold::take_lowest;
using fivefold::othello::Board;
using fivefold::tests::OthelloProbe;

// Random boards, sparse and full, so that short and long lines and all edges occur; not necessarily
// reachable.
Board<8> random_discs(std::mt19937_64& random, int kind) {
    const Bits empty = kind % 3 == 0 ? random() : kind % 3 == 1 ? random() & random() : 0;
    const Bits own = kind % 2 == 0 ? random() & random() : random();
    // Leave at least one cell empty.
    const Bits left = empty | bit(static_cast<int>(random() & 63));
    return {own & ~left, ~own & ~left};
}

void check_against_rules(const OthelloProbe& probe, unsigned int seed) {
    std::mt19937_64 random(seed);
    for (int number = 0; number < 20'000; ++number) {
        const Board<8> board = random_discs(random, number);
        CHECK(probe.moves(board.own, board.other) == board.moves());
        for (Bits empty = board.empty(); empty != 0;) {
            const int cell = take_lowest(empty);
            CHECK(probe.flips(board.own, board.other, cell) == board.flips(cell));
        }
    }
}

}  // namespace

TEST(both_kernels_know_the_moves_and_flips_of_the_rules) {
    check_against_rules(*fivefold::tests::make_portable_probe(), 1);
    if (const auto fast = fivefold::tests::make_fast_probe()) {
        check_against_rules(*fast, 2);
    }
}

TEST(a_full_corner_is_stable_and_a_lone_edge_disc_is_not) {
    const auto probe = fivefold::tests::make_portable_probe();
    CHECK(probe->stable_discs(bit(0), 0) == 1);
    CHECK(probe->stable_discs(bit(0) | bit(1) | bit(8) | bit(9), 0) == 3);
    CHECK(probe->stable_discs(bit(0) | bit(1) | bit(2) | bit(8) | bit(9), 0) == 5);
    CHECK(probe->stable_discs(bit(3), 0) == 0);
    CHECK(probe->stable_discs(~Bits{0}, 0) == 64);
}

// A stable disc never turns, in many random games to the end.
TEST(a_stable_disc_never_turns) {
    std::mt19937_64 random(3);
    const auto portable = fivefold::tests::make_portable_probe();
    const auto fast = fivefold::tests::make_fast_probe();
    for (int game = 0; game < 300; ++game) {
        Board<8> board{0x0000000810000000u, 0x0000001008000000u};
        int ours = 0;
        int theirs = 0;
        for (int passes = 0; passes < 2;) {
            const int own = portable->stable_discs(board.own, board.other);
            const int other = portable->stable_discs(board.other, board.own);
            // The number of a side's stable discs never falls.
            CHECK(own >= ours && other >= theirs);
            CHECK(own <= count_bits(board.own) && other <= count_bits(board.other));
            if (fast) {
                CHECK(fast->stable_discs(board.own, board.other) == own);
            }
            Bits moves = board.moves();
            passes = moves == 0 ? passes + 1 : 0;
            if (moves != 0) {
                for (auto skipped = random() % static_cast<unsigned>(count_bits(moves));
                     skipped > 0; --skipped) {
                    moves &= moves - 1;
                }
                board = board.played(fivefold::lowest_index(moves));
            } else {
                board = board.passed();
            }
            ours = other;
            theirs = own;
        }
    }
}
