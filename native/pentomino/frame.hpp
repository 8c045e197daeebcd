// Canonical form of a free area, independent of its place and orientation, as one word.
#pragma once

#include <array>
#include <vector>

#include "core/bits.hpp"
#include "pentomino/placements.hpp"

namespace fivefold::pentomino {

// Boards of up to 8x8 use eight cells per row, so that all eight symmetries are a few shifts; a
// longer board keeps its own width and has the four symmetries of a rectangle.
class Frame {
  public:
    explicit Frame(Rectangle rectangle);

    // Converts cells numbered row by row to this frame.
    Bits laid_out(Bits cells) const;

    // The smallest image of the area that fits the frame; `area` must not be empty.
    Bits canonical(Bits area) const {
        return is_square_ ? canonical_on_square(area) : canonical_on_strip(area);
    }

    // The number of symmetries that preserve the area's shape: 1, 2, 4 or 8. Always 1 for strips.
    int symmetries(Bits area) const;

  private:
    static Bits canonical_on_square(Bits area);
    Bits canonical_on_strip(Bits area) const;

    Rectangle rectangle_;
    bool is_square_;
    int width_;
    // For every byte of a strip, its images when mirrored, turned upside down, and both.
    std::array<std::array<std::array<Bits, 256>, 8>, 3> images_{};
};

inline Bits mirrored(Bits x) {
    x = ((x >> 1) & 0x5555555555555555u) | ((x & 0x5555555555555555u) << 1);
    x = ((x >> 2) & 0x3333333333333333u) | ((x & 0x3333333333333333u) << 2);
    return ((x >> 4) & 0x0f0f0f0f0f0f0f0fu) | ((x & 0x0f0f0f0f0f0f0f0fu) << 4);
}

inline Bits upside_down(Bits x) {
    x = ((x >> 8) & 0x00ff00ff00ff00ffu) | ((x & 0x00ff00ff00ff00ffu) << 8);
    x = ((x >> 16) & 0x0000ffff0000ffffu) | ((x & 0x0000ffff0000ffffu) << 16);
    return (x >> 32) | (x << 32);
}

inline Bits transposed(Bits x) {
    Bits moved = (x ^ (x >> 7)) & 0x00aa00aa00aa00aau;
    x ^= moved ^ (moved << 7);
    moved = (x ^ (x >> 14)) & 0x0000cccc0000ccccu;
    x ^= moved ^ (moved << 14);
    moved = (x ^ (x >> 28)) & 0x00000000f0f0f0f0u;
    return x ^ moved ^ (moved << 28);
}

inline Bits Frame::canonical_on_square(Bits area) {
    Bits columns = area | (area >> 32);
    columns |= columns >> 16;
    columns |= columns >> 8;
    const auto used = static_cast<std::uint8_t>(columns);
    const int left = std::countr_zero(used);
    const int right = std::countl_zero(used);
    const int above = std::countr_zero(area) & ~7;
    const int below = std::countl_zero(area) & ~7;
    const Bits reflected = mirrored(area);
    const Bits a = area >> (left + above);
    const Bits b = reflected >> (right + above);
    const Bits c = upside_down(area) >> (left + below);
    const Bits d = upside_down(reflected) >> (right + below);
    const Bits upright = std::min(std::min(a, b), std::min(c, d));
    return std::min(upright, std::min(std::min(transposed(a), transposed(b)),
                                      std::min(transposed(c), transposed(d))));
}

}  // namespace fivefold::pentomino
