// Generates training positions from random games and self-play.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "othello/training/player.hpp"
#include "othello/training/record.hpp"

namespace fivefold::othello::training {

using Chance = std::mt19937_64;

// Plays random moves from the start until `empty` cells are left; some side can move there. Returns
// false if the game ended before.
bool play_at_random(Bits& own, Bits& other, int empty, Chance& chance);

// Positions with `fewest` to `most` empty cells from random games, each with a search value at
// `depth` (exact if that reaches the end) or, with few empty cells, its exact score. No two are
// from the same line.
struct RandomPositions {
    int fewest;
    int most;
    int depth;
    int count;
};
std::vector<Record> random_positions(Player& player, const RandomPositions& wanted, Chance& chance);

// One game: some random moves, then the best moves at `depth` with occasional random ones until
// `exact` cells are empty; from there quick moves, good and bad, with every position solved.
struct Play {
    int depth;
    int exact;
};
std::vector<Record> self_play(Player& player, const Play& play, Chance& chance);

}  // namespace fivefold::othello::training
