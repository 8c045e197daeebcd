// The pattern shapes of the evaluation and the numbering of their configurations.
//
// A pattern is one shape in one place. Its configuration is a number in balanced ternary: +1 for a
// disc of the side to move, -1 for an opposing disc, 0 for an empty cell, with weight 3^i for cell
// i. A pass only flips the sign, so one table serves both sides.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/bits.hpp"

namespace fivefold::othello {

inline constexpr int max_shape_cells = 10;

struct Shape {
    std::array<std::int8_t, max_shape_cells> cells;
    int size;
};

// The shape with these cells, given as "a1 b1 c1".
constexpr Shape shape(std::string_view names) {
    Shape made{};
    for (std::size_t at = 0; at + 1 < names.size(); at += 3) {
        made.cells[made.size++] =
            static_cast<std::int8_t>((names[at + 1] - '1') * 8 + (names[at] - 'a'));
    }
    return made;
}

//     corner    triangle  edge              block       rows 2, 3, 4
//     # # # .   # # # #   # # # # # # # #   # # # # #   . . . . . . . .
//     # # # .   # # # .   . # . . . . # .   # # # # #   # # # # # # # #
//     # # # .   # # . .
//     . . . .   # . . .
//
//     the diagonal of 8, and those of 7, 6 and 5 with the corners they affect
//     # . . . . . . .   # # . . . . . .   . . # . . . # #   . . . # . . # #
//     . # . . . . . .   . . # . . . . .   . . . # . . # #   . . . . # . # #
//     . . # . . . . .   . . . # . . . .   . . . . # . . .   . . . . . # . .
//     . . . # . . . .   . . . . # . . .   . . . . . # . .   . . . . . . # .
//     . . . . # . . .   . . . . . # . .   . . . . . . # .   . . . . . . . #
//     . . . . . # . .   . . . . . . # .   . . . . . . . #   . . . . . . . .
//     . . . . . . # .   . . . . . . . #   . . . . . . . .   . . . . . . . .
//     . . . . . . . #   . . . . . . . #   . . . . . . . .   . . . . . . . .
inline constexpr std::array shapes{
    shape("a1 b1 c1 a2 b2 c2 a3 b3 c3"),    shape("a1 b1 c1 d1 a2 b2 c2 a3 b3 a4"),
    shape("b2 a1 b1 c1 d1 e1 f1 g1 h1 g2"), shape("a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"),
    shape("a2 b2 c2 d2 e2 f2 g2 h2"),       shape("a3 b3 c3 d3 e3 f3 g3 h3"),
    shape("a4 b4 c4 d4 e4 f4 g4 h4"),       shape("a1 b2 c3 d4 e5 f6 g7 h8"),
    shape("a1 b1 c2 d3 e4 f5 g6 h7 h8"),    shape("c1 d2 e3 f4 g5 h6 g1 h1 g2 h2"),
    shape("d1 e2 f3 g4 h5 g1 h1 g2 h2"),
};

constexpr int power_of_three(int exponent) {
    return exponent == 0 ? 1 : 3 * power_of_three(exponent - 1);
}

// The image of a cell under symmetry 0 to 7 of the square (0 is the identity).
constexpr int symmetric_cell(int cell, int symmetry) {
    int column = cell % 8;
    int row = cell / 8;
    if ((symmetry & 1) != 0) {
        column = 7 - column;
    }
    if ((symmetry & 2) != 0) {
        row = 7 - row;
    }
    return (symmetry & 4) != 0 ? column * 8 + row : row * 8 + column;
}

constexpr Bits cells_of(const Shape& shape, int symmetry) {
    Bits cells = 0;
    for (int i = 0; i < shape.size; ++i) {
        cells |= bit(symmetric_cell(shape.cells[i], symmetry));
    }
    return cells;
}

// The symmetries that place a shape differently, in order.
struct Places {
    std::array<int, 8> symmetries;
    int count;
};

constexpr Places places_of(const Shape& shape) {
    Places places{};
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
        bool is_new = true;
        for (int i = 0; i < places.count; ++i) {
            is_new &= cells_of(shape, places.symmetries[i]) != cells_of(shape, symmetry);
        }
        if (is_new) {
            places.symmetries[places.count++] = symmetry;
        }
    }
    return places;
}

constexpr int count_patterns() {
    int count = 0;
    for (const Shape& shape : shapes) {
        count += places_of(shape).count;
    }
    return count;
}

inline constexpr int pattern_count = count_patterns();
// Padded to whole vectors of 16 numbers; the slots beyond the patterns stay 0.
inline constexpr int slot_count = (pattern_count + 15) / 16 * 16;

using Slots = std::array<std::int16_t, slot_count>;

struct Patterns {
    // The table index of "all empty". Unused slots point one past the last entry.
    alignas(32) std::array<int, slot_count> centre;
    int table_size;
    // The change of every pattern caused by one disc on a cell.
    alignas(32) std::array<Slots, 64> steps;
};

constexpr Patterns make_patterns() {
    Patterns made{};
    int pattern = 0;
    for (const Shape& shape : shapes) {
        const Places places = places_of(shape);
        const int configurations = power_of_three(shape.size);
        for (int place = 0; place < places.count; ++place, ++pattern) {
            made.centre[pattern] = made.table_size + configurations / 2;
            for (int i = 0; i < shape.size; ++i) {
                const int cell = symmetric_cell(shape.cells[i], places.symmetries[place]);
                made.steps[cell][pattern] = static_cast<std::int16_t>(power_of_three(i));
            }
        }
        made.table_size += configurations;
    }
    for (; pattern < slot_count; ++pattern) {
        made.centre[pattern] = made.table_size;
    }
    return made;
}

inline constexpr Patterns patterns = make_patterns();

// The other way to read the same shape in the same place, as an order of its cells: a corner
// mirrored at its diagonal, a row reversed. A shape without symmetry is unchanged.
constexpr std::array<int, max_shape_cells> mirrored_order(const Shape& shape) {
    std::array<int, max_shape_cells> order{};
    for (int i = 0; i < shape.size; ++i) {
        order[i] = i;
    }
    for (int symmetry = 1; symmetry < 8; ++symmetry) {
        if (cells_of(shape, symmetry) != cells_of(shape, 0)) {
            continue;
        }
        std::array<int, max_shape_cells> other{};
        bool differs = false;
        for (int i = 0; i < shape.size; ++i) {
            const auto* const found = std::find(shape.cells.begin(), shape.cells.end(),
                                                symmetric_cell(shape.cells[i], symmetry));
            other[i] = static_cast<int>(found - shape.cells.begin());
            differs |= other[i] != i;
        }
        if (differs) {
            return other;
        }
    }
    return order;
}

}  // namespace fivefold::othello
