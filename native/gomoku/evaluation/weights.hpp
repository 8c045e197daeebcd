// Evaluation weights, hand-written or read from a trained file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gomoku/board/patterns.hpp"

namespace fivefold::gomoku {

// Five threat bits per side, the side to move first (threat_mask() in evaluation.hpp).
inline constexpr int threat_bits = 10;

struct Network;

// In hundredths; 100 is roughly worth a free move in the opening.
struct Weights {
    // Summed over the empty squares for both sides.
    CodeValues values{};
    // Move-ordering scores: for what a move makes, and for what it denies the opponent.
    CodeValues own_scores{};
    CodeValues other_scores{};
    // For the side to move, indexed by threat_mask().
    std::array<std::int16_t, 1 << threat_bits> threats{};
    // Corrects the sum of the above; null without one.
    std::shared_ptr<const Network> network;

    static std::shared_ptr<const Weights> by_hand();

    // Reads a weights file; throws InvalidText with the reason if it is damaged.
    static std::shared_ptr<const Weights> read(std::span<const std::byte> file);

    std::vector<std::byte> written() const;
};

}  // namespace fivefold::gomoku
