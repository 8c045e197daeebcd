// Weights from numbers that were fitted, and how good weights are on games held out.
#pragma once

#include <vector>

#include "gomoku/training/fit.hpp"
#include "gomoku/training/record.hpp"
#include "gomoku/weights.hpp"

namespace fivefold::gomoku::training {

// The numbers in points, rounded; `scale` is points per logit of a winning chance.
Weights rounded(const Numbers& numbers, double scale);

struct Measured {
    std::size_t positions = 0;
    double value_loss = 0;        // nats
    double value_error = 0;       // mean distance of the winning chance from its target
    double move_loss = 0;         // nats
    double first_move_share = 0;  // how often the move played would be tried first
};

// On the games held out. The scale of the winning chance is the one that suits the weights best,
// so that only what they tell apart is measured, not their size.
Measured measure(const Weights& weights, const std::vector<PlayedGame>& games, double result_share);

}  // namespace fivefold::gomoku::training
