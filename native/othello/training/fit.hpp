// Weights from records: least squares with shrinkage, by conjugate gradients.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "othello/training/record.hpp"
#include "othello/weights.hpp"

namespace fivefold::othello::training {

// One position to learn from.
struct Sample {
    Bits own;
    Bits other;
    float target;  // discs, for the side to move
};

// The samples of records that were made with the same weights, appended.
void append_samples(const std::vector<Record>& records, const Mixture& mixture,
                    std::vector<Sample>& samples);

// One sample for positions that are mirror images of each other, with the mean of their targets, in
// an order that does not depend on the order they came in.
void merge_images(std::vector<Sample>& samples);

// Whether a sample is kept from the fit to measure it; the same for all its mirror images.
bool is_held_out(const Sample& sample);

struct FitSettings {
    int iterations = 40;
    double shrinkage = 1;    // draws every number to 0 as this many positions would
    double smoothness = 32;  // draws neighbouring knots together
    double fairness = 8;     // draws what is good for one side to be as bad for the other
    int threads = 1;
};

// What a fit found out on the way.
struct Progress {
    int iteration;
    double error;           // root mean square, of the samples fitted
    double held_out_error;  // of those held out; 0 when it was not measured
};

// Continues from `trained`, whose knots have to be there.
void fit(Trained& trained, const std::vector<Sample>& samples, const FitSettings& settings,
         const std::function<void(const Progress&)>& report);

// The mean absolute error of an evaluation, by number of empty cells, and how many were measured.
struct Measured {
    std::array<double, 61> error{};
    std::array<double, 61> bias{};
    std::array<std::size_t, 61> count{};
};
Measured measure(const Weights& weights, const std::vector<Sample>& samples);

}  // namespace fivefold::othello::training
