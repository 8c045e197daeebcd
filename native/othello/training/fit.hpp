// Fits weights to records: least squares with shrinkage, by conjugate gradients.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "othello/evaluation/weights.hpp"
#include "othello/training/record.hpp"

namespace fivefold::othello::training {

// A training position.
struct Sample {
    Bits own;
    Bits other;
    float target;  // discs, for the side to move
};

// Appends the samples of records made with the same weights.
void append_samples(const std::vector<Record>& records, const Mixture& mixture,
                    std::vector<Sample>& samples);

// Merges symmetric positions into one sample with the mean target. The order does not depend on the
// input order.
void merge_images(std::vector<Sample>& samples);

// Whether a sample is held out from the fit; the same for all its symmetric images.
bool is_held_out(const Sample& sample);

struct FitSettings {
    int iterations = 40;
    double shrinkage = 1;    // pulls every number to 0 with the weight of this many samples
    double smoothness = 32;  // pulls neighbouring knots together
    double fairness = 8;     // pulls colour-swapped configurations to opposite values
    int threads = 1;
};

// The progress of a fit.
struct Progress {
    int iteration;
    double error;           // root mean square over the fitted samples
    double held_out_error;  // over the held-out samples; 0 if not measured
};

// Continues from `trained`, whose knots must be initialised.
void fit(Trained& trained, const std::vector<Sample>& samples, const FitSettings& settings,
         const std::function<void(const Progress&)>& report);

// The mean absolute error of an evaluation by number of empty cells, with the sample counts.
struct Measured {
    std::array<double, 61> error{};
    std::array<double, 61> bias{};
    std::array<std::size_t, 61> count{};
};
Measured measure(const Weights& weights, const std::vector<Sample>& samples);

}  // namespace fivefold::othello::training
