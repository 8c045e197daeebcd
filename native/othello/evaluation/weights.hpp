// The trained weights: read once, shared by all searches.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/pages.hpp"
#include "othello/evaluation/patterns.hpp"

namespace fivefold::othello {

// The unit of evaluate(): this many parts make a disc.
inline constexpr int parts_of_disc = 128;

// A table has one entry per configuration, shape after shape, then a 0 for the unused slots, then
// one entry per number of moves of the side to move, then of the opponent.
inline constexpr int max_moves = 31;  // more moves count as this many
inline constexpr int own_moves_at = patterns.table_size + 1;
inline constexpr int other_moves_at = own_moves_at + max_moves + 1;
inline constexpr int table_size = other_moves_at + max_moves + 1;

// There is a table for every two discs. Only those of some phases, the knots, are trained; entries
// are interpolated linearly between knots and constant outside them.
//
//     empty   0 1  2 3  4 5  6 7  8 9  ...  56 57  58 59 60
//     phase    0    1    2    3    4   ...    28      29
//     knot              0         1    ...    13
inline constexpr int phase_count = 30;
inline constexpr int first_knot = 2;
inline constexpr int knot_distance = 2;
inline constexpr int knot_count = 14;

constexpr int phase_of(int empty) {
    return std::min(empty / 2, phase_count - 1);
}

// A phase lies between two knots; the upper one has weight `share` / `knot_distance`.
struct Blend {
    int lower;
    int upper;
    int share;
};

constexpr Blend blend_of(int phase) {
    constexpr int last_knot = first_knot + (knot_count - 1) * knot_distance;
    const int from_first = std::clamp(phase, first_knot, last_knot) - first_knot;
    const int lower = from_first / knot_distance;
    return {lower, std::min(lower + 1, knot_count - 1), from_first % knot_distance};
}

// The trained numbers as stored in the file, in coarse parts of a disc.
struct Trained {
    static constexpr int parts = 32;
    static constexpr int greatest = 64 * parts;

    // By number of empty cells.
    std::array<std::int16_t, 61> constants{};
    // By knot, each in the order of Packing.
    std::array<std::vector<std::int16_t>, knot_count> knots;
};

// Configurations that are mirror images share one number.
class Packing {
  public:
    Packing();

    int count() const { return count_; }
    // The index of a table entry among the shared numbers.
    int operator[](int table_index) const { return places_[static_cast<std::size_t>(table_index)]; }

  private:
    std::vector<int> places_;
    int count_ = 0;
};

// Reads and writes the weights file. Reading throws InvalidText with the reason if it is damaged.
Trained read_trained(std::span<const std::byte> file);
std::vector<std::byte> write_trained(const Trained& trained);

class Weights {
  public:
    explicit Weights(const Trained& trained);

    // Reads a weights file; throws InvalidText with the reason if it is damaged.
    static std::shared_ptr<const Weights> read(std::span<const std::byte> file);

    // `table_size` entries.
    const std::int16_t* table(int empty) const {
        return numbers_.data() + static_cast<std::size_t>(phase_of(empty)) * stride;
    }
    int constant(int empty) const { return constants_[static_cast<std::size_t>(empty)]; }

  private:
    // Whole cache lines, with room to read one entry past the end.
    static constexpr std::size_t stride = (table_size + 1 + 31) / 32 * 32;

    std::array<std::int16_t, 61> constants_{};
    Pages<std::int16_t> numbers_;
};

}  // namespace fivefold::othello
