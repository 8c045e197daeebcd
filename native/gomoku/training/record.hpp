// Games of self-play with what the search said about every move.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace fivefold::gomoku::training {

// As in the file, lowest byte first.
struct PlayedMove {
    std::uint16_t cell;
    std::int16_t score;  // what the search said for the side to move, in points
    std::uint16_t notes;
};
static_assert(sizeof(PlayedMove) == 6);

// The move belongs to the opening: nothing was searched.
inline constexpr std::uint16_t unsearched = 1;
// The search saw a forced win or loss: the score is none.
inline constexpr std::uint16_t decided = 2;
// Another move than the one thought best was played, for variety.
inline constexpr std::uint16_t strayed = 4;

// The rules that are trained for.
inline constexpr std::array<std::string_view, 2> trained_rules{"freestyle", "standard"};

struct PlayedGame {
    std::uint8_t rules = 0;  // which of them
    std::uint8_t size = 15;
    std::int8_t result = 0;  // of the first side: 1 won, 0 drawn, -1 lost
    std::vector<PlayedMove> moves;
};

// Throws std::runtime_error.
std::vector<PlayedGame> read_games(const std::filesystem::path& path);
// The file is there completely, or not at all.
void write_games(const std::filesystem::path& path, const std::vector<PlayedGame>& games);

}  // namespace fivefold::gomoku::training
