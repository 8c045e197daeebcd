// Where the training positions come from: random games, and games of a Player against itself.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "othello/training/player.hpp"
#include "othello/training/record.hpp"

namespace fivefold::othello::training {

using Chance = std::mt19937_64;

// The position after random moves from the start until `empty` cells are; somebody has a move
// there. False when the game ended before.
bool play_at_random(Bits& own, Bits& other, int empty, Chance& chance);

// Positions with `fewest` to `most` empty cells out of games with random moves, each with the value
// of a search to `depth` (exact when that reaches the end), or its exact score where few cells are
// empty. No two belong together.
struct RandomPositions {
    int fewest;
    int most;
    int depth;
    int count;
};
std::vector<Record> random_positions(Player& player, const RandomPositions& wanted, Chance& chance);

// One game: some random moves, then the best ones by a search to `depth` with now and then one that
// is not, until `exact` cells are empty; from there quick moves, good and bad, each position
// solved.
struct Play {
    int depth;
    int exact;
};
std::vector<Record> self_play(Player& player, const Play& play, Chance& chance);

}  // namespace fivefold::othello::training
