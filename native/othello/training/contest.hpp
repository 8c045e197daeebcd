// Two evaluations against each other, both searched to the same depth.
#pragma once

#include <functional>

#include "othello/training/player.hpp"
#include "othello/training/selfplay.hpp"

namespace fivefold::othello::training {

struct Contest {
    int depth;
    int exact;         // from this many empty cells on both play perfectly
    int pairs;         // each opening is played twice, colours swapped
    int random_moves;  // that an opening has
};

struct Standing {
    int wins = 0;
    int draws = 0;
    int losses = 0;
    int discs = 0;  // the first's minus the second's, summed
};

// Of the first player. `report` is told after each pair.
Standing play_contest(Player& first, Player& second, const Contest& contest, Chance& chance,
                      const std::function<void(const Standing&)>& report);

}  // namespace fivefold::othello::training
