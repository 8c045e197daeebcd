#include "othello/training/contest.hpp"

#include <array>
#include <cstdlib>

namespace fivefold::othello::training {

namespace {

// The final score of `players[0]`, who is to move.
int play_game(std::array<Player*, 2> players, Bits own, Bits other, const Contest& contest) {
    int sign = 1;
    for (;;) {
        if (moves(own, other) == 0) {
            std::swap(own, other);
            std::swap(players[0], players[1]);
            sign = -sign;
            if (moves(own, other) == 0) {
                return sign * players[0]->solve(own, other);
            }
        }
        if (count_bits(~(own | other)) <= contest.exact) {
            return sign * players[0]->solve(own, other);
        }
        const int move = players[0]->search(own, other, contest.depth).move;
        const Bits flipped = flips(own, other, move);
        const Bits mine = own | flipped | bit(move);
        own = other & ~flipped;
        other = mine;
        std::swap(players[0], players[1]);
        sign = -sign;
    }
}

}  // namespace

Standing play_contest(Player& first, Player& second, const Contest& contest, Chance& chance,
                      const std::function<void(const Standing&)>& report) {
    Standing standing;
    for (int pair = 0; pair < contest.pairs; ++pair) {
        Bits own = 0;
        Bits other = 0;
        // A nearly decided opening tells nothing.
        constexpr int max_uneven = 10 * parts_of_disc;
        do {
            while (!play_at_random(own, other, 60 - contest.random_moves, chance)) {
            }
        } while (std::abs(first.search(own, other, contest.depth).value) > max_uneven);
        for (const int score : {play_game({&first, &second}, own, other, contest),
                                -play_game({&second, &first}, own, other, contest)}) {
            standing.wins += score > 0 ? 1 : 0;
            standing.draws += score == 0 ? 1 : 0;
            standing.losses += score < 0 ? 1 : 0;
            standing.discs += score;
        }
        report(standing);
    }
    return standing;
}

}  // namespace fivefold::othello::training
