// The Othello rules on text. Every function throws InvalidText on malformed input.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/stop.hpp"

namespace fivefold::othello {

// In reading order; only `--` if the side to move must pass; empty once the game is over.
std::vector<std::string> legal_moves(std::string_view position);

// The position after a legal move.
std::string play(std::string_view position, std::string_view move);

// "X", "O" or "draw"; nullopt while the game is on.
std::optional<std::string> outcome(std::string_view position);

// The number of positions `depth` >= 0 plies ahead. A pass is a move; a game that ends sooner
// counts once. nullopt when stopped.
std::optional<std::uint64_t> perft(std::string_view position, int depth, const StopFlag& stop);

}  // namespace fivefold::othello
