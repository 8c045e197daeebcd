// A board of at most 64 cells as one machine word: bit i is cell i, row by row from the top.
#pragma once

#include <bit>
#include <cstdint>

namespace fivefold {

using Bits = std::uint64_t;

constexpr Bits bit(int index) {
    return Bits{1} << index;
}

// The lowest `count` bits, 0 <= count <= 64.
constexpr Bits lowest_bits(int count) {
    return count == 0 ? 0 : ~Bits{0} >> (64 - count);
}

// The number of set bits. Baseline x86-64 has no popcount instruction, so std::popcount would
// become a library call; twelve inlined operations are faster.
constexpr int count_bits(Bits bits) {
#if defined(__x86_64__) && !defined(__POPCNT__)
    bits -= (bits >> 1) & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + ((bits >> 2) & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return static_cast<int>((bits * 0x0101010101010101u) >> 56);
#else
    return std::popcount(bits);
#endif
}

// The index of the lowest set bit; `bits` must not be 0.
constexpr int lowest_index(Bits bits) {
    return std::countr_zero(bits);
}

// Removes the lowest set bit and returns its index; `bits` must not be 0.
constexpr int take_lowest(Bits& bits) {
    const int index = lowest_index(bits);
    bits &= bits - 1;
    return index;
}

}  // namespace fivefold
