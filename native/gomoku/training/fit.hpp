// The evaluation's numbers from played games: logistic regression by gradient steps.
//
// Looked for are the winning chances of positions and the moves a search chooses. A code's number
// is the sum of one for each of its four classes and one of its own, which is drawn to 0: so codes
// that are rare in the games get sensible numbers.
#pragma once

#include <functional>
#include <vector>

#include "gomoku/training/record.hpp"
#include "gomoku/weights.hpp"

namespace fivefold::gomoku::training {

// What a fit finds, in logits: the members of Weights.
struct Numbers {
    Numbers();
    // Those of weights of which so many points are one logit.
    Numbers(const Weights& weights, double scale);

    std::vector<double> values;
    std::vector<double> threats;
    std::vector<double> own_scores;
    std::vector<double> other_scores;
};

struct FitSettings {
    int epochs = 12;
    int batch = 1024;           // positions between two steps
    double rate = 0.03;         // the first step's size; later ones are smaller
    double shrinkage = 1e-6;    // draws the numbers of codes to those of their classes
    double result_share = 0.5;  // of a game's result in what is learned; the rest is the score
    unsigned seed = 1;
};

// The mean loss in nats, over the positions fitted while fitting, and over those held out.
struct Progress {
    int epoch;
    double loss;
    double held_out_loss;
};
using Report = std::function<void(const Progress&)>;

// Points that somebody gave a position, and its winning chance as it turned out.
struct Guess {
    double points;
    double chance;
};

// How many points are one logit, so that the guesses are as good as they can be.
double points_per_logit(const std::vector<Guess>& guesses);
// The same for the scores of the search, by the results of the games.
double points_per_logit(const std::vector<PlayedGame>& games);

// What is to be learned about a position: its winning chance by the result and by the search.
double target_of(const PlayedMove& move, float result, double scale, double result_share);

// Fits values, from nothing, and threats, from those in `numbers`: a mask that is never seen keeps
// its number.
void fit_values(Numbers& numbers, const std::vector<PlayedGame>& games, double scale,
                const FitSettings& settings, const Report& report);

// Fits the scores of moves.
void fit_moves(Numbers& numbers, const std::vector<PlayedGame>& games, const FitSettings& settings,
               const Report& report);

}  // namespace fivefold::gomoku::training
