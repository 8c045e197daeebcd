// Self-play positions with their search values.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/bits.hpp"
#include "othello/evaluation/weights.hpp"

namespace fivefold::othello::training {

// The file layout, little-endian. A game's positions follow one another.
struct Record {
    Bits own;  // the side to move
    Bits other;
    std::int16_t value;  // search value, in parts of a disc
    std::uint8_t exact;  // 1 if the value is the final score
    std::uint8_t next;   // relation to the next record, see below
    std::uint32_t unused;
};
static_assert(sizeof(Record) == 24);

// The next record is the position after the best move ...
inline constexpr std::uint8_t best_played = 1;
// ... and the opponent had to pass there, so the same side is to move.
inline constexpr std::uint8_t same_side = 2;

// How a target combines later values and the search value.
struct Mixture {
    float trust = 0.9f;  // discount per move
    float share = 0.5f;  // weight of the later value; the rest is the search value
};

// The training target of every position, in discs for the side to move. Search values are corrected
// first: a search maximises over noisy estimates, so its value is biased upwards. From the end
// backwards, values with the same number of empty cells are replaced by the linear fit a * value +
// b that best predicts the outcome along the best moves: the final score or, where the game
// deviated, the corrected value there.
std::vector<float> expectations(const std::vector<Record>& records, const Mixture& mixture);

// Throws std::runtime_error.
std::vector<Record> read_records(const std::filesystem::path& path);
// Writes the whole file atomically.
void write_records(const std::filesystem::path& path, const std::vector<Record>& records);

}  // namespace fivefold::othello::training
