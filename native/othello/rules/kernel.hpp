// Vectorised moves and flips.
//
// The hot code is compiled twice: for any processor, and for those with AVX2 and BMI2. The two
// builds live in separate namespaces so that the linker keeps both; core/cpu.hpp chooses at run
// time.
#pragma once

#include "core/bits.hpp"
#include "othello/rules/board.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace fivefold::othello::inline FIVEFOLD_KERNEL {

#if defined(__AVX2__)

// Four boards side by side, one per line direction of steps<Size>.
using Lines = __m256i;

inline Lines four_times(Bits bits) {
    return _mm256_set1_epi64x(static_cast<long long>(bits));
}

inline Lines four_lines(const std::array<Bits, 4>& bits) {
    return _mm256_loadu_si256(reinterpret_cast<const Lines*>(bits.data()));
}

template <int Size>
inline constexpr std::array<Bits, 4> line_inner_cells{
    inner_cells<Size>(steps<Size>[0]), inner_cells<Size>(steps<Size>[1]),
    inner_cells<Size>(steps<Size>[2]), inner_cells<Size>(steps<Size>[3])};

template <int Size, Bits Times>
inline constexpr std::array<Bits, 4> line_steps{steps<Size>[0] * Times, steps<Size>[1] * Times,
                                                steps<Size>[2] * Times, steps<Size>[3] * Times};

// The union of all four boards.
inline Bits merged(Lines lines) {
    const __m128i halves =
        _mm_or_si128(_mm256_castsi256_si128(lines), _mm256_extracti128_si256(lines, 1));
    const __m128i both = _mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves));
    return static_cast<Bits>(_mm_cvtsi128_si64(both));
}

// The legal cells: Board::moves() for all four lines at once.
template <int Size>
inline Bits moves(const Board<Size>& board) {
    const Lines step = four_lines(line_steps<Size, 1>);
    const Lines two_steps = four_lines(line_steps<Size, 2>);
    const Lines from = four_times(board.own);
    const Lines inner =
        _mm256_and_si256(four_times(board.other), four_lines(line_inner_cells<Size>));
    Lines up = _mm256_and_si256(inner, _mm256_sllv_epi64(from, step));
    Lines down = _mm256_and_si256(inner, _mm256_srlv_epi64(from, step));
    up = _mm256_or_si256(up, _mm256_and_si256(inner, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(inner, _mm256_srlv_epi64(down, step)));
    if constexpr (Size > 4) {
        const Lines pairs_up = _mm256_and_si256(inner, _mm256_sllv_epi64(inner, step));
        const Lines pairs_down = _mm256_srlv_epi64(pairs_up, step);
        for (int length = 4; length < Size; length += 2) {
            const Lines further_up = _mm256_sllv_epi64(up, two_steps);
            const Lines further_down = _mm256_srlv_epi64(down, two_steps);
            up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, further_up));
            down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, further_down));
        }
    }
    const Lines reached =
        _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    return merged(reached) & board.empty();
}

// The discs that turn when the side to move plays this empty cell; 0 if it is illegal.
template <int Size>
inline Bits flips(const Board<Size>& board, int cell) {
    const Rays& ray = rays<Size>[static_cast<std::size_t>(cell)];
    const Lines up = four_lines(ray.up);
    const Lines down = four_lines(ray.down);
    const Lines ours = four_times(board.own);
    const Lines theirs = four_times(board.other);
    const Lines zero = _mm256_setzero_si256();
    const Lines ones = _mm256_cmpeq_epi64(zero, zero);
    // Upwards, as in Board::flips(): a carry runs through the opposing discs.
    const Lines filled = _mm256_or_si256(theirs, _mm256_xor_si256(up, ones));
    const Lines end_up =
        _mm256_and_si256(_mm256_sub_epi64(filled, ones), _mm256_and_si256(up, ours));
    const Lines none_up = _mm256_cmpeq_epi64(end_up, zero);
    const Lines below_end = _mm256_sub_epi64(_mm256_add_epi64(end_up, ones), none_up);
    const Lines flipped_up = _mm256_and_si256(below_end, up);
    // Downwards: doubling finds every cell from the first non-opposing one onwards; the rest of the
    // ray turns if that first cell is ours.
    const Lines step = four_lines(line_steps<Size, 1>);
    Lines beyond = _mm256_andnot_si256(theirs, down);
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, step));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, four_lines(line_steps<Size, 2>)));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, four_lines(line_steps<Size, 4>)));
    const Lines run = _mm256_andnot_si256(beyond, down);
    const Lines first = _mm256_andnot_si256(_mm256_srlv_epi64(beyond, step), beyond);
    const Lines end_down = _mm256_and_si256(_mm256_and_si256(first, down), ours);
    const Lines none_down = _mm256_cmpeq_epi64(end_down, zero);
    const Lines flipped_down = _mm256_andnot_si256(none_down, run);
    return merged(_mm256_or_si256(flipped_up, flipped_down));
}

#else

template <int Size>
inline Bits moves(const Board<Size>& board) {
    return board.moves();
}

template <int Size>
inline Bits flips(const Board<Size>& board, int cell) {
    return board.flips(cell);
}

#endif

template <int Size>
inline Board<Size> played(const Board<Size>& board, int cell) {
    const Bits flipped = flips(board, cell);
    return {board.other & ~flipped, board.own | flipped | bit(cell)};
}

// A smaller board can also lie in the middle of 8x8 and use the 8x8 code: the cells around it
// belong to neither side, so nothing turns across them. Only moves() needs this mask.
template <int Size>
inline constexpr Bits area = [] {
    constexpr int margin = (8 - Size) / 2;
    Bits cells = 0;
    for (int row = margin; row < 8 - margin; ++row) {
        cells |= lowest_bits(Size) << (8 * row + margin);
    }
    return cells;
}();

template <int Size>
inline constexpr Bits corner_cells = [] {
    constexpr int first = (8 - Size) / 2;
    constexpr int last = 7 - first;
    return bit(9 * first) | bit(9 * last) | bit(8 * first + last) | bit(8 * last + first);
}();

// The legal cells of `own` on 8x8.
inline Bits moves(Bits own, Bits other) {
    return moves(Board<8>{own, other});
}

// The discs that turn on 8x8 when `own` plays this empty cell; 0 if it is illegal.
inline Bits flips(Bits own, Bits other, int cell) {
    return flips(Board<8>{own, other}, cell);
}

}  // namespace fivefold::othello::inline FIVEFOLD_KERNEL
