// Fits the evaluation to played games by logistic regression with gradient steps.
//
// The targets are winning chances and the moves chosen by a search. A code's value is the sum of
// one number per class and one of its own, which is shrunk to 0, so rare codes get sensible values.
#pragma once

#include <functional>
#include <vector>

#include "gomoku/evaluation/weights.hpp"
#include "gomoku/training/record.hpp"

namespace fivefold::gomoku::training {

// The fitted numbers in logits, one member per member of Weights.
struct Numbers {
    Numbers();
    // Converts weights with `scale` points per logit.
    Numbers(const Weights& weights, double scale);

    std::vector<double> values;
    std::vector<double> threats;
    std::vector<double> own_scores;
    std::vector<double> other_scores;
};

struct FitSettings {
    int epochs = 12;
    int batch = 1024;           // positions per step
    double rate = 0.03;         // initial learning rate; it decays
    double shrinkage = 1e-6;    // shrinks the corrections of codes
    double result_share = 0.5;  // weight of the game result in the target; the rest is the score
    unsigned seed = 1;
};

// The mean loss in nats over the fitted and the held-out positions.
struct Progress {
    int epoch;
    double loss;
    double held_out_loss;
};
using Report = std::function<void(const Progress&)>;

// A score in points and the winning chance that came of it.
struct Guess {
    double points;
    double chance;
};

// The points per logit that fit the guesses best.
double points_per_logit(const std::vector<Guess>& guesses);
// The same for search scores and game results.
double points_per_logit(const std::vector<PlayedGame>& games);

// The target of a position: its winning chance by the result and by the search.
double target_of(const PlayedMove& move, float result, double scale, double result_share);

// Fits the values from zero and the threats from those in `numbers`; a threat mask that never
// occurs keeps its number.
void fit_values(Numbers& numbers, const std::vector<PlayedGame>& games, double scale,
                const FitSettings& settings, const Report& report);

// Fits the move scores.
void fit_moves(Numbers& numbers, const std::vector<PlayedGame>& games, const FitSettings& settings,
               const Report& report);

}  // namespace fivefold::gomoku::training
