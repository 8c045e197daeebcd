// Plays two evaluations against each other with the same nodes per move.
#pragma once

#include <functional>

#include "gomoku/training/selfplay.hpp"

namespace fivefold::gomoku::training {

struct Standing {
    int wins = 0;
    int draws = 0;
    int losses = 0;
};

// The first player's results over pairs of games from even openings, colours swapped. `report` is
// called after each pair.
Standing play_contest(Player& first, Player& second, int size, int pairs, Chance& chance,
                      const std::function<void(const Standing&)>& report);

}  // namespace fivefold::gomoku::training
