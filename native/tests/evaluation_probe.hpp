// The evaluation, compiled for any processor and once more for newer ones, so that a test can hold
// the two against each other.
#pragma once

#include <optional>
#include <vector>

#include "othello/weights.hpp"

namespace fivefold::tests {

// The values of every position of a random game, with features kept up to date move by move.
std::vector<int> portable_values(const othello::Weights& weights, unsigned seed);

// Nothing when it was not built or this processor cannot run it.
std::optional<std::vector<int>> fast_values(const othello::Weights& weights, unsigned seed);

}  // namespace fivefold::tests
