// Gomoku, text in and text out; `rules` as parse_rules reads them. Every function throws
// InvalidText for a text it refuses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/stop.hpp"

namespace fivefold::gomoku {

// In reading order; empty when the game is over.
std::vector<std::string> legal_moves(std::string_view position, std::string_view rules);

// The position after a legal move.
std::string play(std::string_view position, std::string_view move, std::string_view rules);

// "X", "O" or "draw"; nothing while the game goes on.
std::optional<std::string> outcome(std::string_view position, std::string_view rules);

// The number of positions `depth` >= 0 moves on; a game that ends earlier counts once. Nothing
// when it was stopped.
std::optional<std::uint64_t> perft(std::string_view position, std::string_view rules, int depth,
                                   const StopFlag& stop);

}  // namespace fivefold::gomoku
