// Measures how far searches of different depths are from each other.
#pragma once

#include <memory>

#include "othello/weights.hpp"

namespace fivefold::bench {

// Searches positions of games of our own at many depths and prints the numbers of
// othello/probcut.hpp for these weights.
void fit_probcut(std::shared_ptr<const othello::Weights> weights, int games);

}  // namespace fivefold::bench
