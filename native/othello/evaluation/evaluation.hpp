// The midgame evaluation by disc patterns.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "othello/evaluation/patterns.hpp"
#include "othello/evaluation/weights.hpp"
#include "othello/rules/kernel.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace fivefold::othello::inline FIVEFOLD_KERNEL {

// The configuration of every pattern, updated move by move, from the view of the side to move.
class Features {
  public:
    // From the view of `own`, to move.
    static Features of(Bits own, Bits other) {
        Features features;
        for (Bits discs = own; discs != 0;) {
            const Slots& steps = steps_of(take_lowest(discs));
            for (std::size_t slot = 0; slot < slot_count; ++slot) {
                features.slots_[slot] =
                    static_cast<std::int16_t>(features.slots_[slot] + steps[slot]);
            }
        }
        for (Bits discs = other; discs != 0;) {
            const Slots& steps = steps_of(take_lowest(discs));
            for (std::size_t slot = 0; slot < slot_count; ++slot) {
                features.slots_[slot] =
                    static_cast<std::int16_t>(features.slots_[slot] - steps[slot]);
            }
        }
        return features;
    }

    // The features after a move, from the view of the opponent, who is then to move. A turned disc
    // changes from -1 to +1 and the new one from 0 to +1; then all signs flip with the side. 2 x
    // 3^9 does not fit 16 bits, but the sum does: it is correct modulo 2^16.
    Features after(int cell, Bits flipped) const {
        Features next;
#if defined(__AVX2__)
        constexpr std::size_t vectors = slot_count / 16;
        const auto load = [](const Slots& slots, std::size_t vector) {
            return _mm256_load_si256(reinterpret_cast<const __m256i*>(slots.data()) + vector);
        };
        const Slots& placed = steps_of(cell);
        __m256i turned[vectors];
        for (std::size_t vector = 0; vector < vectors; ++vector) {
            turned[vector] = _mm256_setzero_si256();
        }
        while (flipped != 0) {
            const Slots& steps = steps_of(take_lowest(flipped));
            for (std::size_t vector = 0; vector < vectors; ++vector) {
                turned[vector] = _mm256_add_epi16(turned[vector], load(steps, vector));
            }
        }
        for (std::size_t vector = 0; vector < vectors; ++vector) {
            const __m256i gain = _mm256_add_epi16(_mm256_add_epi16(turned[vector], turned[vector]),
                                                  load(placed, vector));
            const __m256i seen = _mm256_sub_epi16(_mm256_setzero_si256(),
                                                  _mm256_add_epi16(load(slots_, vector), gain));
            _mm256_store_si256(reinterpret_cast<__m256i*>(next.slots_.data()) + vector, seen);
        }
#else
        const Slots& placed = steps_of(cell);
        for (std::size_t slot = 0; slot < slot_count; ++slot) {
            next.slots_[slot] = static_cast<std::int16_t>(-slots_[slot] - placed[slot]);
        }
        while (flipped != 0) {
            const Slots& steps = steps_of(take_lowest(flipped));
            for (std::size_t slot = 0; slot < slot_count; ++slot) {
                next.slots_[slot] = static_cast<std::int16_t>(next.slots_[slot] - 2 * steps[slot]);
            }
        }
#endif
        return next;
    }

    Features after_pass() const {
        Features next;
        for (std::size_t slot = 0; slot < slot_count; ++slot) {
            next.slots_[slot] = static_cast<std::int16_t>(-slots_[slot]);
        }
        return next;
    }

    // The index in a table of this pattern's configuration, 0 <= pattern < pattern_count.
    int table_index(int pattern) const {
        return patterns.centre[static_cast<std::size_t>(pattern)] +
               slots_[static_cast<std::size_t>(pattern)];
    }

    // The sum of a table's entries over all patterns.
    int sum(const std::int16_t* table) const {
#if defined(__AVX2__)
        __m256i total = _mm256_setzero_si256();
        for (std::size_t slot = 0; slot < slot_count; slot += 8) {
            const __m256i indices = _mm256_add_epi32(
                _mm256_cvtepi16_epi32(
                    _mm_load_si128(reinterpret_cast<const __m128i*>(slots_.data() + slot))),
                _mm256_load_si256(reinterpret_cast<const __m256i*>(patterns.centre.data() + slot)));
            const __m256i pairs =
                _mm256_i32gather_epi32(reinterpret_cast<const int*>(table), indices, 2);
            total = _mm256_add_epi32(total, _mm256_srai_epi32(_mm256_slli_epi32(pairs, 16), 16));
        }
        const __m128i half =
            _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
        const __m128i quarter = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
        return _mm_cvtsi128_si32(_mm_add_epi32(quarter, _mm_shuffle_epi32(quarter, 0xb1)));
#else
        int sum = 0;
        for (int pattern = 0; pattern < pattern_count; ++pattern) {
            sum += table[table_index(pattern)];
        }
        return sum;
#endif
    }

    bool operator==(const Features&) const = default;

  private:
    static const Slots& steps_of(int cell) {
        return patterns.steps[static_cast<std::size_t>(cell)];
    }

    alignas(32) Slots slots_{};
};

// The expected final disc difference for the side to move, in parts of a disc, between -64 and 64
// discs.
inline int evaluate(const Weights& weights, const Features& features, Bits own, Bits other) {
    const int empty = 64 - count_bits(own | other);
    const std::int16_t* const table = weights.table(std::min(empty, 60));
    int sum = weights.constant(std::min(empty, 60));
    sum += features.sum(table);
    sum += table[own_moves_at + std::min(count_bits(moves(own, other)), max_moves)];
    sum += table[other_moves_at + std::min(count_bits(moves(other, own)), max_moves)];
    return std::clamp(sum, -64 * parts_of_disc, 64 * parts_of_disc);
}

}  // namespace fivefold::othello::inline FIVEFOLD_KERNEL
