// Many random games in one call.
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
    std::uint64_t plies = 0;  // of all games, passes included
};

// Plays this many games from the position to their ends, every legal move as likely as any other.
// The seed decides all of them, on every processor. Nothing when it was stopped; throws InvalidText
// for a text that is no position.
std::optional<Playouts> playouts(std::string_view position, std::uint64_t games, std::uint64_t seed,
                                 const StopFlag& stop);

}  // namespace fivefold::othello
