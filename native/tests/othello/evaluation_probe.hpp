// The evaluation in its portable and fast builds, for a test that compares them.
#pragma once

#include <optional>
#include <vector>

#include "othello/evaluation/weights.hpp"

namespace fivefold::tests {

// The value of every position of a random game, with incrementally updated features.
std::vector<int> portable_values(const othello::Weights& weights, unsigned seed);

// nullopt if not built or not supported by this processor.
std::optional<std::vector<int>> fast_values(const othello::Weights& weights, unsigned seed);

}  // namespace fivefold::tests
