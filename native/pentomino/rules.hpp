// The Pentomino rules on text. Every function throws InvalidText on malformed input.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/stop.hpp"

namespace fivefold::pentomino {

// By piece letter, then by cells; empty once the game is over.
std::vector<std::string> legal_moves(std::string_view position, int rows, int columns);

// The position after a legal move.
std::string play(std::string_view position, std::string_view move, int rows, int columns);

// "X" or "O", the side that placed the last piece; nullopt while the game is on.
std::optional<std::string> outcome(std::string_view position, int rows, int columns);

// The number of positions `depth` >= 0 plies ahead; a game that ends sooner counts once. nullopt
// when stopped.
std::optional<std::uint64_t> perft(std::string_view position, int rows, int columns, int depth,
                                   const StopFlag& stop);

}  // namespace fivefold::pentomino
