// Random games in bulk.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/stop.hpp"

namespace fivefold::othello {

struct Playouts {
    std::uint64_t first_wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t second_wins = 0;
    std::uint64_t plies = 0;  // of all games, including passes
};

// Plays `games` random games from the position to the end, all legal moves equally likely. The seed
// determines them on every processor. nullopt when stopped; throws InvalidText for an invalid
// position.
std::optional<Playouts> playouts(std::string_view position, std::uint64_t games, std::uint64_t seed,
                                 const StopFlag& stop);

}  // namespace fivefold::othello
