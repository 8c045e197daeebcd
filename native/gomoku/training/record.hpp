// Self-play games with the search result of every move.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace fivefold::gomoku::training {

// Six bytes in a file, little-endian: the cell with the notes above it, the score, the best move.
struct PlayedMove {
    std::uint16_t cell;
    std::int16_t score;  // search score for the side to move, in points
    std::uint16_t best;  // the cell the search preferred; `cell` unless the move strayed
    std::uint16_t notes;
};

// An opening move, not searched.
inline constexpr std::uint16_t unsearched = 1;
// The search found a forced win or loss; there is no score.
inline constexpr std::uint16_t decided = 2;
// A random move was played instead of the best one, for variety.
inline constexpr std::uint16_t strayed = 4;

// The rule sets covered by training.
inline constexpr std::array<std::string_view, 3> trained_rules{"freestyle", "standard", "renju"};

struct PlayedGame {
    std::uint8_t rules = 0;  // index into trained_rules
    std::uint8_t size = 15;
    std::int8_t result = 0;  // for the first side: 1 won, 0 drawn, -1 lost
    std::vector<PlayedMove> moves;
};

// Throws std::runtime_error.
std::vector<PlayedGame> read_games(const std::filesystem::path& path);
// Writes the whole file atomically.
void write_games(const std::filesystem::path& path, const std::vector<PlayedGame>& games);

}  // namespace fivefold::gomoku::training
