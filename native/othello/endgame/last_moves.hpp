// The last four empty cells, with a dedicated routine for each number of them.
//
// Every function returns the score for `own`, to move, against alpha, fail-soft: a result above
// alpha is a lower bound, any other an upper bound. Empty cells count for the winner. `nodes`
// counts positions. Boards smaller than 8x8 lie in its middle, see area<Size>.
#pragma once

#include <array>
#include <cstdint>

#include "othello/rules/kernel.hpp"

namespace fivefold::othello::inline FIVEFOLD_KERNEL {

// The discs that turn on a line of eight cells with one empty cell: turned_on_line[cell][own
// discs].
inline constexpr auto turned_on_line = [] {
    std::array<std::array<std::uint8_t, 256>, 8> turned{};
    for (int cell = 0; cell < 8; ++cell) {
        for (int own = 0; own < 256; ++own) {
            for (const int step : {-1, 1}) {
                int end = cell + step;
                while (end >= 0 && end < 8 && (own >> end & 1) == 0) {
                    end += step;
                }
                if (end >= 0 && end < 8) {
                    turned[cell][own] += static_cast<std::uint8_t>((end - cell) * step - 1);
                }
            }
        }
    }
    return turned;
}();

// The cells of the two diagonals through each cell, without the cell itself.
inline constexpr auto diagonals = [] {
    std::array<std::array<Bits, 2>, 64> cells{};
    for (std::size_t cell = 0; cell < 64; ++cell) {
        cells[cell] = {rays<8>[cell].up[1] | rays<8>[cell].down[1],
                       rays<8>[cell].up[3] | rays<8>[cell].down[3]};
    }
    return cells;
}();

// The cells around each cell: without an opposing disc there, nothing turns.
inline constexpr auto neighbours = [] {
    std::array<Bits, 64> around{};
    for (int cell = 0; cell < 64; ++cell) {
        for (int near = 0; near < 64; ++near) {
            const int across = near % 8 - cell % 8;
            const int along = near / 8 - cell / 8;
            if (near != cell && across * across <= 1 && along * along <= 1) {
                around[cell] |= bit(near);
            }
        }
    }
    return around;
}();

// The cells of all quadrants with an odd number of empty cells. Moving first into such a quadrant
// tends to give the last move there.
inline Bits odd_quadrants(Bits empty) {
    empty ^= empty >> 1;
    empty ^= empty >> 2;
    empty ^= empty >> 8;
    empty ^= empty >> 16;
    return (empty & 0x0000001100000011u) * 0x0f0f0f0fu;
}

// The number of discs that turn when `own` takes the last empty cell.
inline int turned_by_last(Bits own, int cell) {
    const int column = cell & 7;
    const auto& line = turned_on_line[static_cast<std::size_t>(column)];
    const auto& file = turned_on_line[static_cast<std::size_t>(cell >> 3)];
    const auto& [falling, rising] = diagonals[static_cast<std::size_t>(cell)];
    // No two cells of a diagonal share a column, so summing all rows projects the diagonal onto one
    // row.
    constexpr Bits every_row = 0x0101010101010101u;
    return line[own >> (cell & 56) & 255] +
           file[((own >> column & every_row) * 0x0102040810204080u) >> 56] +
           line[((own & falling) * every_row) >> 56] + line[((own & rising) * every_row) >> 56];
}

// The score when neither side can move.
template <int Size = 8>
inline int final_score(Bits own, Bits other) {
    const int ours = count_bits(own);
    const int theirs = count_bits(other);
    constexpr int cells = Size * Size;
    return ours > theirs ? cells - 2 * theirs : ours < theirs ? 2 * ours - cells : 0;
}

template <int Size>
inline int last_one(Bits own, int alpha, int cell) {
    // With the last cell taken but no disc turned.
    const int without = 2 * count_bits(own) + 2 - Size * Size;
    const int turned = turned_by_last(own, cell);
    if (turned != 0) {
        return without + 2 * turned;
    }
    // If the opponent cannot move either, the cell counts for the winner.
    const int left_empty = without > 0 ? without : without - 2;
    if (left_empty <= alpha) {
        return left_empty;
    }
    const int lost = turned_by_last(area<Size> & ~own, cell);
    return lost != 0 ? without - 2 - 2 * lost : left_empty;
}

template <int Size>
inline int last_two(Bits own, Bits other, int alpha, int first, int second, std::uint64_t& nodes) {
    ++nodes;
    int best = -65;
    if ((neighbours[static_cast<std::size_t>(first)] & other) != 0) {
        const Bits flipped = flips(own, other, first);
        if (flipped != 0) {
            ++nodes;
            best = -last_one<Size>(other & ~flipped, ~alpha, second);
            if (best > alpha) {
                return best;
            }
        }
    }
    if ((neighbours[static_cast<std::size_t>(second)] & other) != 0) {
        const Bits flipped = flips(own, other, second);
        if (flipped != 0) {
            ++nodes;
            const int score = -last_one<Size>(other & ~flipped, ~alpha, first);
            return score > best ? score : best;
        }
    }
    if (best != -65) {
        return best;
    }
    // A pass: search from the opponent's view, with the sign reversed.
    best = 65;
    if ((neighbours[static_cast<std::size_t>(first)] & own) != 0) {
        const Bits flipped = flips(other, own, first);
        if (flipped != 0) {
            ++nodes;
            best = last_one<Size>(own & ~flipped, alpha, second);
            if (best <= alpha) {
                return best;
            }
        }
    }
    if ((neighbours[static_cast<std::size_t>(second)] & own) != 0) {
        const Bits flipped = flips(other, own, second);
        if (flipped != 0) {
            ++nodes;
            const int score = last_one<Size>(own & ~flipped, alpha, first);
            return score < best ? score : best;
        }
    }
    return best != 65 ? best : final_score<Size>(own, other);
}

template <int Size>
inline int last_three(Bits own, Bits other, int alpha, Bits empty, std::uint64_t& nodes) {
    ++nodes;
    // Of three cells, one or all are in odd quadrants; try that one first.
    const int first = lowest_index(empty & odd_quadrants(empty));
    empty &= ~bit(first);
    const int second = take_lowest(empty);
    const int third = lowest_index(empty);
    const auto attempt = [&](Bits ours, Bits theirs, int below, int& best, int cell, int left,
                             int right) {
        if ((neighbours[static_cast<std::size_t>(cell)] & theirs) != 0) {
            const Bits flipped = flips(ours, theirs, cell);
            if (flipped != 0) {
                const int score = -last_two<Size>(theirs & ~flipped, ours | flipped | bit(cell),
                                                  ~below, left, right, nodes);
                best = score > best ? score : best;
            }
        }
        return best > below;
    };
    const auto all = [&](Bits ours, Bits theirs, int below) {
        int best = -65;
        attempt(ours, theirs, below, best, first, second, third) ||
            attempt(ours, theirs, below, best, second, first, third) ||
            attempt(ours, theirs, below, best, third, first, second);
        return best;
    };
    int best = all(own, other, alpha);
    if (best == -65) {
        best = -all(other, own, ~alpha);
        if (best == 65) {
            return final_score<Size>(own, other);
        }
    }
    return best;
}

template <int Size>
inline int last_four(Bits own, Bits other, int alpha, Bits empty, std::uint64_t& nodes) {
    ++nodes;
    const Bits odd = empty & odd_quadrants(empty);
    const auto all = [&](Bits ours, Bits theirs, int below) {
        int best = -65;
        for (Bits cells : {odd, empty & ~odd}) {
            while (cells != 0) {
                const int cell = take_lowest(cells);
                if ((neighbours[static_cast<std::size_t>(cell)] & theirs) == 0) {
                    continue;
                }
                const Bits flipped = flips(ours, theirs, cell);
                if (flipped == 0) {
                    continue;
                }
                const int score = -last_three<Size>(theirs & ~flipped, ours | flipped | bit(cell),
                                                    ~below, empty & ~bit(cell), nodes);
                best = score > best ? score : best;
                if (best > below) {
                    return best;
                }
            }
        }
        return best;
    };
    int best = all(own, other, alpha);
    if (best == -65) {
        best = -all(other, own, ~alpha);
        if (best == 65) {
            return final_score<Size>(own, other);
        }
    }
    return best;
}

}  // namespace fivefold::othello::inline FIVEFOLD_KERNEL
