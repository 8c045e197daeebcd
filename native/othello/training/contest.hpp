// Plays two evaluations against each other at the same search depth.
#pragma once

#include <functional>

#include "othello/training/player.hpp"
#include "othello/training/selfplay.hpp"

namespace fivefold::othello::training {

struct Contest {
    int depth;
    int exact;         // from this many empty cells on, play is exact
    int pairs;         // each opening is played twice, colours swapped
    int random_moves;  // random moves per opening
};

struct Standing {
    int wins = 0;
    int draws = 0;
    int losses = 0;
    int discs = 0;  // sum of the first player's disc differences
};

// The first player's results. `report` is called after each pair.
Standing play_contest(Player& first, Player& second, const Contest& contest, Chance& chance,
                      const std::function<void(const Standing&)>& report);

}  // namespace fivefold::othello::training
