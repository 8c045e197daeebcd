#include "tests/othello/evaluation_probe.hpp"

#include <random>
#include <utility>

#include "othello/evaluation/evaluation.hpp"

namespace fivefold::tests {

namespace {

namespace kernel = fivefold::othello::FIVEFOLD_KERNEL;

std::vector<int> values(const othello::Weights& weights, unsigned seed) {
    std::mt19937 chance(seed);
    std::vector<int> found;
    Bits own = bit(28) | bit(35);
    Bits other = bit(27) | bit(36);
    auto features = kernel::Features::of(own, other);
    while (kernel::moves(own, other) != 0 || kernel::moves(other, own) != 0) {
        found.push_back(kernel::evaluate(weights, features, own, other));
        Bits legal = kernel::moves(own, other);
        if (legal == 0) {
            std::swap(own, other);
            features = features.after_pass();
            continue;
        }
        for (auto skip = chance() % static_cast<unsigned>(count_bits(legal)); skip > 0; --skip) {
            legal &= legal - 1;
        }
        const int cell = lowest_index(legal);
        const Bits flipped = kernel::flips(own, other, cell);
        features = features.after(cell, flipped);
        other = std::exchange(own, other & ~flipped) | flipped | bit(cell);
    }
    return found;
}

}  // namespace

#if defined(FIVEFOLD_FAST_PROBE)

std::optional<std::vector<int>> fast_values(const othello::Weights& weights, unsigned seed) {
    const bool runs = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
                      __builtin_cpu_supports("popcnt");
    return runs ? std::optional(values(weights, seed)) : std::nullopt;
}

#else

std::vector<int> portable_values(const othello::Weights& weights, unsigned seed) {
    return values(weights, seed);
}

#if !defined(FIVEFOLD_HAS_FAST_SEARCH)
std::optional<std::vector<int>> fast_values(const othello::Weights&, unsigned) {
    return std::nullopt;
}
#endif

#endif

}  // namespace fivefold::tests
