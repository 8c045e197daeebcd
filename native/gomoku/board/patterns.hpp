// What a stone on an empty square would make: a class in each of its four lines, and from the four
// together a code and a kind. All are looked up in tables built once per rule set.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "gomoku/rules/rule_set.hpp"

namespace fivefold::gomoku {

// What the stone `*` makes in one line, weakest first. Names count the stones including the new
// one; an "open" shape cannot be stopped by a single opposing stone.
//
//     dead          O X * . X O        no five is possible
//     overline      X X X * X X        six or more where that does not win
//     closed_one    O * . . . .        a closed two can follow
//     open_one      . . * . . . .      an open two can follow
//     closed_two    O X * . . .        a closed three can follow
//     open_two_*    . . X * . .        an open three can follow: by one stone, two or three, more
//     closed_three  O X X * . .        a four can follow
//     split_three   . X . X * .        an open four can follow, by one stone
//     open_three    . . X X * . .      an open four can follow, by several stones
//     four          O X X * X .        a five can follow; one stone stops it
//     double_four   X . X * X . X      two places make five: it cannot be stopped
//     open_four     . X X * X .        the same, unbroken
//     five          X X * X X          wins
enum class LineClass : std::uint8_t {
    dead,
    overline,
    closed_one,
    open_one,
    closed_two,
    open_two_c,
    open_two_b,
    open_two_a,
    closed_three,
    split_three,
    open_three,
    four,
    double_four,
    open_four,
    five,
};

inline constexpr int line_class_count = 15;

// What the stone makes across its four lines, weakest first.
enum class Kind : std::uint8_t {
    none,
    foul,  // possibly forbidden: an overline, two fours, or what looks like two threes
    two,   // an open two or a closed three
    double_two,
    three,
    three_two,  // a three and an open two or a closed three
    double_three,
    four,
    four_two,
    four_three,
    double_four,
    open_four,  // also a double four in one line
    five,
};

inline constexpr int kind_count = 13;

// The number of unordered combinations of four classes.
inline constexpr int code_count = 3060;

using FourClasses = std::array<LineClass, 4>;

// One value per code.
using CodeValues = std::array<std::int16_t, code_count>;

// Maps four packed 4-bit classes (65,536 combinations) to their code; shared by all rule sets.
const std::vector<std::uint16_t>& codes_of_classes();

// The four classes of a code, weakest first.
const std::array<FourClasses, code_count>& classes_of_codes();

class Patterns {
  public:
    // The tables for these rules, built on first use.
    static std::shared_ptr<const Patterns> of(const Rules& rules);

    explicit Patterns(const Rules& rules);

    // How far along a line a stone matters: 4 squares where six wins for both sides, else 5.
    int reach() const { return reach_; }

    // A key encodes the neighbours of a square in one line, two bits each from -reach to reach: 1 a
    // stone of the first side, 2 of the second, 3 the edge.
    static constexpr int shift(int offset, int reach) {
        return 2 * (offset < 0 ? offset + reach : offset + reach - 1);
    }

    // Both sides' classes, the first side's in the low four bits.
    std::uint8_t classes(std::uint32_t key) const { return classes_[key]; }
    const std::uint8_t* table() const { return classes_.data(); }

    LineClass line_class(Side side, std::uint32_t key) const {
        return static_cast<LineClass>(classes_[key] >> 4 * static_cast<int>(side) & 15);
    }

    Kind kind(Side side, int code) const { return kinds_[static_cast<int>(side)][code]; }
    const Kind* kinds(Side side) const { return kinds_[static_cast<int>(side)].data(); }

    // The kind when no move is forbidden.
    Kind plain_kind(int code) const { return plain_kinds_[code]; }

  private:
    using Kinds = std::array<Kind, code_count>;

    int reach_;
    std::vector<std::uint8_t> classes_;
    std::array<Kinds, 2> kinds_{};
    Kinds plain_kinds_{};
};

}  // namespace fivefold::gomoku
