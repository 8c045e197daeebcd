// Generates training games: self-play from random openings.
#pragma once

#include <random>
#include <vector>

#include "gomoku/training/player.hpp"
#include "gomoku/training/record.hpp"

namespace fivefold::gomoku::training {

using Chance = std::mt19937_64;

// Alternating stones close together near the centre; neither side has won or can win at once.
std::vector<int> random_opening(int size, int stones, const Rules& rules, Chance& chance);

// Openings of `fewest` to `most` stones that the player considers even.
struct Openings {
    int fewest = 2;
    int most = 7;
    int max_uneven = 200;  // points
};
std::vector<int> even_opening(Player& player, int size, const Openings& openings, Chance& chance);

// Plays one game. Early on, some moves are random instead of best. The game ends once the search
// finds a forced win.
struct Play {
    Openings openings;
    int size = 15;
    double strays = 0.05;  // share of random early moves
    int last_stray = 24;   // up to this many stones on the board
};
PlayedGame self_play(Player& player, const Play& play, Chance& chance);

}  // namespace fivefold::gomoku::training
