// Converts fitted numbers to weights and measures weights on held-out games.
#pragma once

#include <vector>

#include "gomoku/evaluation/weights.hpp"
#include "gomoku/training/fit.hpp"
#include "gomoku/training/record.hpp"

namespace fivefold::gomoku::training {

// Points of move score per logit of its choice.
inline constexpr double points_per_move_logit = 32;

// The numbers rounded to points; `scale` is points per logit.
Weights rounded(const Numbers& numbers, double scale);

struct Measured {
    std::size_t positions = 0;
    double value_loss = 0;        // nats
    double value_error = 0;       // mean distance from the target winning chance
    double move_loss = 0;         // nats
    double first_move_share = 0;  // how often the played move is ordered first
};

// Measures on the held-out games. The points-per-logit scale is fitted to the weights, so only
// their discrimination counts, not their size.
Measured measure(const Weights& weights, const std::vector<PlayedGame>& games, double result_share);

}  // namespace fivefold::gomoku::training
