// The numbers of the evaluation: written by hand or read from a file that training has made.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gomoku/patterns.hpp"

namespace fivefold::gomoku {

// Which threats there are on the board: five bits for the side to move, five for the other
// (threat_mask() in evaluation.hpp).
inline constexpr int threat_bits = 10;

// A value is in hundredths; 100 is about a free move in the opening.
struct Weights {
    // The evaluation sums these up over the empty squares, for both sides.
    CodeValues values{};
    // How promising a move is by what it makes, and by what it keeps the other side from making.
    CodeValues own_scores{};
    CodeValues other_scores{};
    // For the side to move, by threat_mask().
    std::array<std::int16_t, 1 << threat_bits> threats{};

    static std::shared_ptr<const Weights> by_hand();

    // Reads a weights file; throws InvalidText with the reason when it is damaged.
    static std::shared_ptr<const Weights> read(std::span<const std::byte> file);

    std::vector<std::byte> written() const;
};

}  // namespace fivefold::gomoku
