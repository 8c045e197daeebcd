// Measures how far searches of different depths differ.
#pragma once

#include <memory>

#include "othello/evaluation/weights.hpp"

namespace fivefold::bench {

// Searches self-play positions at many depths and prints the constants of
// othello/search/probcut.hpp for these weights.
void fit_probcut(std::shared_ptr<const othello::Weights> weights, int games);

}  // namespace fivefold::bench
