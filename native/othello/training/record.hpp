// Positions with what self-play found out about them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/bits.hpp"
#include "othello/weights.hpp"

namespace fivefold::othello::training {

// As in the file, lowest byte first. A game's positions stand one after the other.
struct Record {
    Bits own;  // the side to move
    Bits other;
    std::int16_t value;  // what a search said, in parts of a disc
    std::uint8_t exact;  // 1 when the value is the final score
    std::uint8_t next;   // how the next record belongs to this one, see below
    std::uint32_t unused;
};
static_assert(sizeof(Record) == 24);

// The next record is the position after the move that the search thought best ...
inline constexpr std::uint8_t best_played = 1;
// ... and the other side had to pass there, so that the same side is to move in it.
inline constexpr std::uint8_t same_side = 2;

// How a target is made of what a position led to and of the search's value.
struct Mixture {
    float trust = 0.9f;  // each move later counts that much less
    float share = 0.5f;  // of what it led to in the target; the rest is the value
};

// What to expect of every position, in discs for the side to move. The values of a search are set
// right first: a search takes the best of many guesses, so that its value is too good on average.
// By number of empty cells, from the end back, values are replaced by a * value + b, which
// foretells best what the moves thought best led to: the final score, or, where the game strayed,
// the value set right there.
std::vector<float> expectations(const std::vector<Record>& records, const Mixture& mixture);

// Throws std::runtime_error.
std::vector<Record> read_records(const std::filesystem::path& path);
// Appends nothing: the file is there completely, or not at all.
void write_records(const std::filesystem::path& path, const std::vector<Record>& records);

}  // namespace fivefold::othello::training
