// Fits the network to played games, on top of linear weights that stay as they are.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gomoku/evaluation/network.hpp"
#include "gomoku/training/adam.hpp"
#include "gomoku/training/fit.hpp"
#include "gomoku/training/network_samples.hpp"

namespace fivefold::gomoku::training {

// The network in floating point: an activation of 1 is `network_one`, the output is in logits.
class NetworkNumbers {
  public:
    explicit NetworkNumbers(unsigned seed);

    // The logits that the network adds.
    double output(const Samples& samples, const Sample& sample) const;

    // One pass over the samples in a new order; returns the mean loss.
    double learn(const Samples& samples, const FitSettings& settings, int epoch);
    double held_out_loss(const Samples& samples) const;

    // `scale` points are one logit.
    std::shared_ptr<Network> rounded(double scale) const;

  private:
    struct Activations;
    void forward(const Samples& samples, const Sample& sample, Activations& found) const;
    void backward(const Samples& samples, const Sample& sample, const Activations& found,
                  float error);
    void step(double rate);
    void sum_up_rows();

    // A row is the sum of one row for each of the code's classes, one of its own, and one for the
    // code in its table.
    Part class_rows_;
    Part code_rows_;
    Part table_rows_;
    std::vector<float> rows_;
    std::vector<float> row_gradient_;
    Part start_;
    Part threats_;
    Part rules_;
    Part hidden_;
    Part output_;
    Part output_start_;
    std::uint64_t steps_ = 0;
    std::uint64_t seed_;
};

}  // namespace fivefold::gomoku::training
