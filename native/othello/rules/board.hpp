// The rules of Othello on bitboards of 4x4, 6x6 and 8x8 cells.
#pragma once

#include <array>

#include "core/bits.hpp"

// The hot code is compiled twice, see kernel.hpp.
#if !defined(FIVEFOLD_KERNEL)
#define FIVEFOLD_KERNEL portable
#endif

namespace fivefold::othello {

// The index difference between neighbours:
//
//     -size-1  -size  -size+1
//          -1    .    +1
//      size-1   size   size+1
//
// Every line uses one of four steps, up (towards higher cells) or down.
template <int Size>
inline constexpr std::array<int, 4> steps{1, Size - 1, Size, Size + 1};

template <int Size>
inline constexpr Bits all_cells = lowest_bits(Size * Size);

// The cells that can be flipped along a step. A disc in the first or last column cannot be between
// two discs of a line that changes column; excluding those columns also stops shifts from wrapping
// around. Nothing lies above or below the board.
template <int Size>
constexpr Bits inner_cells(int step) {
    if (step == Size) {
        return all_cells<Size>;
    }
    Bits edges = 0;
    for (int row = 0; row < Size; ++row) {
        edges |= bit(row * Size) | bit(row * Size + Size - 1);
    }
    return all_cells<Size> & ~edges;
}

// The cells beyond `cell` along a step, up and down, to the edge; one cache line.
struct alignas(64) Rays {
    std::array<Bits, 4> up;
    std::array<Bits, 4> down;
};

template <int Size>
constexpr std::array<Rays, Size * Size> make_rays() {
    // The column and row changes of steps<Size>.
    constexpr std::array<std::array<int, 2>, 4> changes{{{1, 0}, {-1, 1}, {0, 1}, {1, 1}}};
    const auto walk = [](int column, int row, int across, int along) {
        Bits cells = 0;
        for (column += across, row += along; column >= 0 && column < Size && row >= 0 && row < Size;
             column += across, row += along) {
            cells |= bit(row * Size + column);
        }
        return cells;
    };
    std::array<Rays, Size * Size> rays{};
    for (int cell = 0; cell < Size * Size; ++cell) {
        for (std::size_t line = 0; line < changes.size(); ++line) {
            const auto [across, along] = changes[line];
            rays[cell].up[line] = walk(cell % Size, cell / Size, across, along);
            rays[cell].down[line] = walk(cell % Size, cell / Size, -across, -along);
        }
    }
    return rays;
}

template <int Size>
inline constexpr std::array<Rays, Size * Size> rays = make_rays<Size>();

inline namespace FIVEFOLD_KERNEL {

// A position from the view of the side to move.
template <int Size>
struct Board {
    Bits own;
    Bits other;

    constexpr Bits empty() const { return all_cells<Size> & ~(own | other); }

    // The board after a pass.
    constexpr Board passed() const { return {other, own}; }

    // The legal cells; 0 if the side to move must pass or the game is over.
    constexpr Bits moves() const {
        Bits reached = 0;
        for (const int step : steps<Size>) {
            // Runs of opposing discs next to an own disc grow by doubling: 2 cells, 4, then 6, the
            // longest possible run in a row of 8.
            const Bits inner = other & inner_cells<Size>(step);
            Bits up = inner & (own << step);
            Bits down = inner & (own >> step);
            up |= inner & (up << step);
            down |= inner & (down >> step);
            if constexpr (Size > 4) {
                const Bits pairs_up = inner & (inner << step);
                const Bits pairs_down = inner & (inner >> step);
                up |= pairs_up & (up << 2 * step);
                down |= pairs_down & (down >> 2 * step);
                up |= pairs_up & (up << 2 * step);
                down |= pairs_down & (down >> 2 * step);
            }
            reached |= (up << step) | (down >> step);
        }
        return reached & empty();
    }

    // The discs that turn when the side to move plays this empty cell; 0 if it is illegal.
    constexpr Bits flips(int cell) const {
        Bits flipped = 0;
        for (std::size_t line = 0; line < steps<Size>.size(); ++line) {
            // Upwards: with every cell off the ray counted as filled, adding 1 carries through the
            // opposing discs to the first other cell.
            const Bits up = rays<Size>[cell].up[line];
            const Bits end_up = ((other | ~up) + 1) & up & own;
            flipped |= up & (end_up - (end_up != 0));
            // Downwards: that cell is the highest non-opposing cell of the ray. If there is none,
            // bit 0 stands in: it is then off the ray or not an own disc.
            const Bits down = rays<Size>[cell].down[line];
            const Bits end_down =
                (Bits{1} << 63 >> std::countl_zero((down & ~other) | 1)) & down & own;
            flipped |= down & (0 - (end_down << 1));
        }
        return flipped;
    }

    // The board after playing a cell that moves() contains.
    constexpr Board played(int cell) const {
        const Bits flipped = flips(cell);
        return {other & ~flipped, own | flipped | bit(cell)};
    }
};

}  // namespace FIVEFOLD_KERNEL

}  // namespace fivefold::othello
