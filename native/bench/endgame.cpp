// fivefold_endgame EMPTY [POSITIONS]: solves random positions exactly and prints the speed.
//
// The positions come from random games with a fixed seed, so every run solves the same ones. The
// sum of the scores checks the results.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>

#include "othello/endgame/endgame.hpp"

namespace {

using fivefold::Bits;
using fivefold::othello::Board;
using fivefold::othello::Endgame;

// A position with this many empty cells and a legal move, from random moves.
Board<8> random_position(std::mt19937_64& random, int empty) {
    for (;;) {
        Board<8> board{0x0000000810000000u, 0x0000001008000000u};
        while (fivefold::count_bits(board.empty()) > empty) {
            Bits moves = board.moves();
            if (moves == 0) {
                board = board.passed();
                moves = board.moves();
            }
            if (moves == 0) {
                break;
            }
            for (auto skipped = random() % static_cast<unsigned>(fivefold::count_bits(moves));
                 skipped > 0; --skipped) {
                moves &= moves - 1;
            }
            board = board.played(fivefold::lowest_index(moves));
        }
        if (fivefold::count_bits(board.empty()) == empty && board.moves() != 0) {
            return board;
        }
    }
}

// The exact score by null windows, starting at 0 and moving to each new bound (MTD(f)).
int solve(Endgame& endgame, const Board<8>& board) {
    int lower = -64;
    int upper = 64;
    int guess = 0;
    while (lower < upper) {
        // Scores are even, so alpha = guess - 1 asks whether the score is at least guess.
        const int alpha = guess == lower ? guess + 1 : guess - 1;
        guess = endgame.null_window(board.own, board.other, alpha);
        (guess > alpha ? lower : upper) = guess;
    }
    return lower;
}

}  // namespace

int main(int count, char** arguments) {
    const int empty = count >= 2 ? std::atoi(arguments[1]) : 0;
    const int positions = count == 3 ? std::atoi(arguments[2]) : 100;
    if (count < 2 || count > 3 || empty < 1 || empty > Endgame::max_empty || positions < 1) {
        std::fprintf(stderr, "usage: fivefold_endgame EMPTY(1..%d) [POSITIONS]\n",
                     Endgame::max_empty);
        return 2;
    }
    std::mt19937_64 random(2024);
    Endgame endgame;
    long long scores = 0;
    std::clock_t spent = 0;
    for (int number = 0; number < positions; ++number) {
        const Board<8> board = random_position(random, empty);
        const std::clock_t begin = std::clock();
        scores += solve(endgame, board);
        spent += std::clock() - begin;
    }
    const double seconds = static_cast<double>(spent) / CLOCKS_PER_SEC;
    std::printf(
        "%d positions with %d empty cells: sum of scores %lld, %llu nodes, %.3f CPU s, "
        "%.1f million nodes/s\n",
        positions, empty, scores, static_cast<unsigned long long>(endgame.nodes), seconds,
        static_cast<double>(endgame.nodes) / seconds / 1e6);
    return 0;
}
