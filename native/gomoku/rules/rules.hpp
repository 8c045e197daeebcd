// The Gomoku rules on text. `rules` is a name for parse_rules(). Every function throws InvalidText
// on malformed input.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/stop.hpp"

namespace fivefold::gomoku {

// In reading order; empty once the game is over.
std::vector<std::string> legal_moves(std::string_view position, std::string_view rules);

// The position after a legal move.
std::string play(std::string_view position, std::string_view move, std::string_view rules);

// "X", "O" or "draw"; nullopt while the game is on.
std::optional<std::string> outcome(std::string_view position, std::string_view rules);

// The number of positions `depth` >= 0 plies ahead; a game that ends sooner counts once. nullopt
// when stopped.
std::optional<std::uint64_t> perft(std::string_view position, std::string_view rules, int depth,
                                   const StopFlag& stop);

}  // namespace fivefold::gomoku
