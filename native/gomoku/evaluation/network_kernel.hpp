// The integer arithmetic of the network, compiled twice with equal results: for any processor, and
// for those with AVX2. core/cpu.hpp chooses at run time.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "gomoku/evaluation/network.hpp"

namespace fivefold::gomoku {

// Both sides' sums, the first side's first. They wrap around instead of overflowing.
struct alignas(64) NetworkSums {
    std::array<NetworkRow, 2> of;
};

// Both sides' codes of a square before and after a stone, the first side's in the low half.
struct CodeStep {
    std::uint32_t before;
    std::uint32_t after;
};

struct NetworkKernel {
    // Adds the rows of `after` to the sums and subtracts those of `before`.
    void (*step)(const Network::Table& first, const Network::Table& second, NetworkSums& sums,
                 std::span<const CodeStep> steps);
    // The points for the side to move, from its sums and the opponent's.
    int (*output)(const Network& network, const NetworkRow& own, const NetworkRow& other,
                  const NetworkRow& threats, const NetworkRow& rules);
    // Sets the points of each move. `codes` are what it makes, in the low half, and what it takes.
    void (*score_moves)(const Network& network, int threats, std::span<const std::uint32_t> codes,
                        int* points);
};

const NetworkKernel& portable_network_kernel();
// nullptr if not built or not supported by this processor.
const NetworkKernel* fast_network_kernel();
const NetworkKernel& best_network_kernel();

}  // namespace fivefold::gomoku
