// Othello, text in and text out. Every function throws InvalidText for a text it refuses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/stop.hpp"

namespace fivefold::othello {

// In reading order; `--` alone when the side to move has to pass; empty when the game is over.
std::vector<std::string> legal_moves(std::string_view position);

// The position after a legal move.
std::string play(std::string_view position, std::string_view move);

// "X", "O" or "draw"; nothing while the game goes on.
std::optional<std::string> outcome(std::string_view position);

// The number of positions `depth` >= 0 moves on; a pass is a move, and a game that ends earlier
// counts once. Nothing when it was stopped.
std::optional<std::uint64_t> perft(std::string_view position, int depth, const StopFlag& stop);

}  // namespace fivefold::othello
