// Numbers learned by gradient steps with Adam.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace fivefold::gomoku::training {

// Numbers learned together. Gradients add up in `gradient` until the next step.
struct Part {
    std::vector<float> numbers;
    std::vector<float> gradient;

    explicit Part(std::size_t count)
        : numbers(count), gradient(count), mean_(count), square_(count) {}

    // Sets all numbers at random between -size and size.
    void scatter(float size, std::mt19937_64& chance) {
        for (float& number : numbers) {
            number = size * (static_cast<float>(chance() >> 40) / (1 << 23) - 1);
        }
    }

    // `number` counts the steps from 1; the numbers stay between -greatest and greatest.
    void step(std::uint64_t number, double rate, float greatest) {
        constexpr float keep_mean = 0.9f;
        constexpr float keep_square = 0.999f;
        const auto steps = static_cast<double>(number);
        const auto grown_square = static_cast<float>(1 - std::pow(0.999, steps));
        const auto pace = static_cast<float>(rate / (1 - std::pow(0.9, steps)));
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const float slope = gradient[i];
            mean_[i] = keep_mean * mean_[i] + (1 - keep_mean) * slope;
            square_[i] = keep_square * square_[i] + (1 - keep_square) * slope * slope;
            const float change = pace * mean_[i] / (std::sqrt(square_[i] / grown_square) + 1e-8f);
            numbers[i] = std::clamp(numbers[i] - change, -greatest, greatest);
            gradient[i] = 0;
        }
    }

  private:
    std::vector<float> mean_;
    std::vector<float> square_;
};

// The rate falls from 1 to a hundredth of `rate`; `done` is the finished share of all steps.
inline double falling_rate(double rate, double done) {
    return rate * (0.01 + 0.99 * (1 - done) * (1 - done));
}

// The numbers below `count` in random order, the same on every machine.
inline std::vector<std::size_t> shuffled_numbers(std::size_t count, std::mt19937_64& chance) {
    std::vector<std::size_t> order(count);
    for (std::size_t i = 0; i < count; ++i) {
        order[i] = i;
    }
    for (std::size_t i = count; i > 1; --i) {
        std::swap(order[i - 1], order[chance() % i]);
    }
    return order;
}

}  // namespace fivefold::gomoku::training
