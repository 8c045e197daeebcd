// The numbers the evaluation was trained to: read once, then shared by every search.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/pages.hpp"
#include "othello/patterns.hpp"

namespace fivefold::othello {

// evaluate() answers in these parts of a disc.
inline constexpr int parts_of_disc = 128;

// A table has one number for everything that can stand on a shape, shape after shape, then a 0 for
// the unused slots, then one for each number of moves of the side to move, then of the other side.
inline constexpr int most_moves = 31;  // those with more count as this many
inline constexpr int own_moves_at = patterns.table_size + 1;
inline constexpr int other_moves_at = own_moves_at + most_moves + 1;
inline constexpr int table_size = other_moves_at + most_moves + 1;

// A game has a table for every two discs. Trained are those of some phases only, the knots; between
// two knots the numbers change evenly, before the first and after the last they stay.
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

// A phase lies between two knots: `share` parts of `knot_distance` belong to the upper one.
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

// What training gives and the file holds, in parts of a disc as coarse as they may be.
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
    // The place of a table's entry among the shared numbers.
    int operator[](int table_index) const { return places_[static_cast<std::size_t>(table_index)]; }

  private:
    std::vector<int> places_;
    int count_ = 0;
};

// The weights file. The first throws InvalidText with the reason when the file is damaged.
Trained read_trained(std::span<const std::byte> file);
std::vector<std::byte> write_trained(const Trained& trained);

class Weights {
  public:
    explicit Weights(const Trained& trained);

    // Reads a weights file; throws InvalidText with the reason when it is damaged.
    static std::shared_ptr<const Weights> read(std::span<const std::byte> file);

    // `table_size` numbers.
    const std::int16_t* table(int empty) const {
        return numbers_.data() + static_cast<std::size_t>(phase_of(empty)) * stride;
    }
    int constant(int empty) const { return constants_[static_cast<std::size_t>(empty)]; }

  private:
    // Whole cache lines, and room to read one number too far.
    static constexpr std::size_t stride = (table_size + 1 + 31) / 32 * 32;

    std::array<std::int16_t, 61> constants_{};
    Pages<std::int16_t> numbers_;
};

}  // namespace fivefold::othello
