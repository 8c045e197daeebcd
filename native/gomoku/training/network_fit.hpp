// Fits the network to played games, on top of linear weights that stay as they are.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gomoku/evaluation/network.hpp"
#include "gomoku/training/fit.hpp"

namespace fivefold::gomoku::training {

// What the network reads of a position, and what it has to say.
struct Sample {
    std::size_t own;  // the first entries of the side to move and of the opponent, and their end
    std::size_t other;
    std::size_t end;
    std::uint16_t threats;
    std::uint8_t own_table;
    std::uint8_t other_table;
    float linear;  // the linear evaluation, in logits
    float target;
};

// How many more empty squares have a code than on the empty board.
struct Entry {
    std::uint16_t code;
    std::int16_t count;
};

struct Samples {
    std::vector<Entry> entries;
    std::vector<Sample> learnt_from;
    std::vector<Sample> held_out;
};

Samples samples_of(const std::vector<PlayedGame>& games, const Weights& linear, double scale,
                   double result_share);

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
    std::shared_ptr<const Network> rounded(double scale) const;

  private:
    struct Activations;
    struct Adam {
        std::vector<float> mean;
        std::vector<float> square;
    };
    // Numbers learned together, with their gradients.
    struct Part {
        std::vector<float> numbers;
        std::vector<float> gradient;
        Adam adam;

        explicit Part(std::size_t count)
            : numbers(count),
              gradient(count),
              adam{std::vector<float>(count), std::vector<float>(count)} {}
    };

    void forward(const Samples& samples, const Sample& sample, Activations& found) const;
    void backward(const Samples& samples, const Sample& sample, const Activations& found,
                  float error);
    void step(double rate);
    void update(Part& part, double rate, float greatest);
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
