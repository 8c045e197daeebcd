// Two evaluations against each other, each move with the same number of positions.
#pragma once

#include <functional>

#include "gomoku/training/selfplay.hpp"

namespace fivefold::gomoku::training {

struct Standing {
    int wins = 0;
    int draws = 0;
    int losses = 0;
};

// Of the first player, over pairs of games from even openings, colours swapped. `report` is told
// after each pair.
Standing play_contest(Player& first, Player& second, int size, int pairs, Chance& chance,
                      const std::function<void(const Standing&)>& report);

}  // namespace fivefold::gomoku::training
