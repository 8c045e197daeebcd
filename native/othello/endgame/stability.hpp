// Stable discs: those that can never turn again.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "othello/rules/kernel.hpp"

namespace fivefold::othello::inline FIVEFOLD_KERNEL {

// The stable cells of an edge of eight, whatever is played. An edge turns only along itself, so all
// continuations are tried in advance.
class Edges {
  public:
    Edges() {
        for (unsigned int digits = 0; digits < base_three_.size(); ++digits) {
            for (int cell = 7; cell >= 0; --cell) {
                base_three_[digits] =
                    static_cast<std::uint16_t>(3 * base_three_[digits] + (digits >> cell & 1));
            }
        }
        // Fewest empty cells first, because an edge depends on those with one more disc.
        for (int empty = 0; empty <= 8; ++empty) {
            for (unsigned int own = 0; own < 256; ++own) {
                for (unsigned int other = 0; other < 256; ++other) {
                    if ((own & other) == 0 && count_bits(own | other) == 8 - empty) {
                        stable_[index(own, other)] = judged(own, other);
                    }
                }
            }
        }
    }

    // The stable cells of both sides.
    unsigned int stable(unsigned int own, unsigned int other) const {
        return stable_[index(own, other)];
    }

  private:
    std::size_t index(unsigned int own, unsigned int other) const {
        return static_cast<std::size_t>(base_three_[own] + 2 * base_three_[other]);
    }

    static unsigned int turned(unsigned int own, unsigned int other, int cell) {
        // The edge as the lowest row of an otherwise empty board.
        return static_cast<unsigned int>(Board<8>{own, other}.flips(cell));
    }

    std::uint8_t judged(unsigned int own, unsigned int other) const {
        unsigned int stable = own | other;
        for (Bits empty = 255 & ~(own | other); empty != 0;) {
            const int cell = take_lowest(empty);
            const auto disc = static_cast<unsigned int>(bit(cell));
            // A disc may be placed without turning anything on this edge, because it turns discs
            // elsewhere.
            const unsigned int ours = turned(own, other, cell);
            const unsigned int theirs = turned(other, own, cell);
            stable &= ~(ours | theirs);
            stable &= stable_[index(own | ours | disc, other & ~ours)];
            stable &= stable_[index(own & ~theirs, other | theirs | disc)];
        }
        return static_cast<std::uint8_t>(stable);
    }

    std::array<std::uint16_t, 256> base_three_{};
    std::array<std::uint8_t, 6561> stable_{};
};

inline const Edges& edges() {
    static const Edges made;
    return made;
}

// Converts the first column to a row (bit i is row i) and back.
inline unsigned int column_to_row(Bits board) {
    return static_cast<unsigned int>(((board & 0x0101010101010101u) * 0x0102040810204080u) >> 56);
}

inline Bits row_to_column(unsigned int row) {
    // Bit 7 is handled separately: in the product two of its terms would collide and carry.
    return ((row & 127) * Bits{0x0002040810204081u} & 0x0101010101010101u) | Bits{row >> 7} << 56;
}

// The stable discs of both sides on the four edges.
inline Bits stable_on_edges(Bits own, Bits other) {
    const Edges& edge = edges();
    const auto row = [](Bits board, int number) {
        return static_cast<unsigned int>(board >> 8 * number & 255);
    };
    const Bits top = edge.stable(row(own, 0), row(other, 0));
    const Bits bottom = Bits{edge.stable(row(own, 7), row(other, 7))} << 56;
    const Bits left = row_to_column(edge.stable(column_to_row(own), column_to_row(other)));
    const Bits right =
        row_to_column(edge.stable(column_to_row(own >> 7), column_to_row(other >> 7))) << 7;
    return top | bottom | left | right;
}

// For each line direction of steps<8>, the cells whose whole line is full.
inline std::array<Bits, 4> full_lines(Bits discs) {
    constexpr Bits left_half = 0x0f0f0f0f0f0f0f0fu;
    Bits across = discs & (discs >> 4) & left_half;
    across &= across >> 2;
    across &= across >> 1;
    across = (across & 0x0101010101010101u) * 255;
    Bits along = discs & std::rotl(discs, 8);
    along &= std::rotl(along, 16);
    along &= std::rotl(along, 32);
    // A diagonal is full if no empty cell reaches it; cells spread along it by doubling.
    const auto spread = [](Bits empty, int step, Bits not_first, Bits not_last) {
        // Upwards a run must not start in the last column (of its direction), and so on.
        Bits up = empty;
        Bits down = empty;
        for (int time = 0; time < 7; ++time) {
            up |= (up << step) & not_first;
            down |= (down >> step) & not_last;
        }
        return ~(up | down);
    };
    constexpr Bits not_a = ~Bits{0x0101010101010101u};
    constexpr Bits not_h = ~Bits{0x8080808080808080u};
    return {across, spread(~discs, 7, not_h, not_a), along, spread(~discs, 9, not_a, not_h)};
}

// A lower bound on the number of `own`'s stable discs.
inline int stable_discs(Bits own, Bits other) {
    const std::array<Bits, 4> full = full_lines(own | other);
    Bits stable = own & (stable_on_edges(own, other) | (full[0] & full[1] & full[2] & full[3]));
    if (stable == 0) {
        return 0;
    }
    // A disc is stable if along each of the four directions the line is full, ends here, or has a
    // stable disc of the same side next to it.
    constexpr Bits sides = 0x8181818181818181u;
    constexpr Bits ends = 0xff000000000000ffu;
    const Bits safe_across = full[0] | sides;
    const Bits safe_falling = full[1] | sides | ends;
    const Bits safe_along = full[2] | ends;
    const Bits safe_rising = full[3] | sides | ends;
    constexpr Bits middle = ~(sides | ends);
    for (;;) {
        const Bits more = stable | (own & middle & (safe_across | stable << 1 | stable >> 1) &
                                    (safe_falling | stable << 7 | stable >> 7) &
                                    (safe_along | stable << 8 | stable >> 8) &
                                    (safe_rising | stable << 9 | stable >> 9));
        if (more == stable) {
            return count_bits(stable);
        }
        stable = more;
    }
}

}  // namespace fivefold::othello::inline FIVEFOLD_KERNEL
