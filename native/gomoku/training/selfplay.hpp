// Where the training games come from: the engine against itself, from openings drawn by lot.
#pragma once

#include <random>
#include <vector>

#include "gomoku/training/player.hpp"
#include "gomoku/training/record.hpp"

namespace fivefold::gomoku::training {

using Chance = std::mt19937_64;

// Stones near each other near the middle, alternating; neither side has won, or can at once.
std::vector<int> random_opening(int size, int stones, const Rules& rules, Chance& chance);

// An opening of `fewest` to `most` stones that the player thinks even.
struct Openings {
    int fewest = 2;
    int most = 7;
    int most_uneven = 200;  // points
};
std::vector<int> even_opening(Player& player, int size, const Openings& openings, Chance& chance);

// One game. Now and then, early on, another move than the best is played. It ends with a forced
// win that the search has seen.
struct Play {
    Openings openings;
    int size = 15;
    double strays = 0.05;  // of the first moves
    int last_stray = 24;   // stones on the board
};
PlayedGame self_play(Player& player, const Play& play, Chance& chance);

}  // namespace fivefold::gomoku::training
