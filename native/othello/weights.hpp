// The numbers the evaluation was trained to: read once, then shared by every search.
#pragma once

#include <memory>
#include <span>

#include <cstddef>

namespace fivefold::othello {

class Weights {
  public:
    // Reads a weights file; throws InvalidText with the reason when it is damaged.
    static std::shared_ptr<const Weights> read(std::span<const std::byte> file);
};

}  // namespace fivefold::othello
