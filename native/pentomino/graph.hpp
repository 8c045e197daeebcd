// Sets of placements in W words and their conflict graph.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/bits.hpp"
#include "pentomino/shapes.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#if !defined(FIVEFOLD_KERNEL)
#define FIVEFOLD_KERNEL portable
#endif

namespace fivefold::pentomino {

// Compiled for two kinds of processors; the namespaces differ so that the linker keeps both.
inline namespace FIVEFOLD_KERNEL {

template <int W>
struct Set {
    std::array<Bits, W> words;

    static Set first(int count) {
        Set found{};
        for (int w = 0; w < W; ++w) {
            const int left = count - 64 * w;
            found.words[w] = left <= 0 ? 0 : lowest_bits(left < 64 ? left : 64);
        }
        return found;
    }

    int count() const {
        int found = 0;
        for (const Bits word : words) {
            found += count_bits(word);
        }
        return found;
    }
    bool has(int index) const { return words[index >> 6] >> (index & 63) & 1; }
    void add(int index) { words[index >> 6] |= bit(index & 63); }
    void remove(int index) { words[index >> 6] &= ~bit(index & 63); }
    Set without(const Set& others) const {
        Set found;
        for (int w = 0; w < W; ++w) {
            found.words[w] = words[w] & ~others.words[w];
        }
        return found;
    }
    Set with(const Set& others) const {
        Set found;
        for (int w = 0; w < W; ++w) {
            found.words[w] = words[w] | others.words[w];
        }
        return found;
    }
    Set within(const Set& others) const {
        Set found;
        for (int w = 0; w < W; ++w) {
            found.words[w] = words[w] & others.words[w];
        }
        return found;
    }
    bool meets(const Set& others) const {
#if defined(__AVX2__)
        if constexpr (W == 2) {
            return _mm_testz_si128(
                       _mm_loadu_si128(reinterpret_cast<const __m128i*>(&words)),
                       _mm_loadu_si128(reinterpret_cast<const __m128i*>(&others.words))) == 0;
        }
        if constexpr (W % 4 == 0) {
            for (int w = 0; w < W; w += 4) {
                if (_mm256_testz_si256(
                        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&words[w])),
                        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&others.words[w]))) ==
                    0) {
                    return true;
                }
            }
            return false;
        }
#endif
        Bits common = 0;
        for (int w = 0; w < W; ++w) {
            common |= words[w] & others.words[w];
        }
        return common != 0;
    }
    bool operator==(const Set&) const = default;

    template <typename Visit>
    void each(Visit visit) const {
        for (int w = 0; w < W; ++w) {
            for (Bits rest = words[w]; rest != 0;) {
                visit(64 * w + take_lowest(rest));
            }
        }
    }
};

// Up to 64 * W placements and their conflicts, each with itself too. A vertex may represent several
// placements with the same conflicts: it has the areas and pieces of all.
template <int W>
struct Graph {
    static constexpr int capacity = 64 * W;

    std::array<Set<W>, capacity> conflicts;
    std::array<Bits, capacity> areas;
    std::array<std::uint16_t, capacity> pieces;
    std::array<std::uint16_t, capacity> placements;  // numbered as on the whole board
    std::array<std::uint16_t, capacity> above;       // numbered as in the graph this one was made
                                                     // from
    // For every cell of the frame and every piece, the vertices that may use it.
    std::array<Set<W>, 64> over_cell;
    std::array<Set<W>, piece_count> of_piece;
    Bits area;  // used by any vertex

    void index_vertices(int count) {
        over_cell.fill({});
        of_piece.fill({});
        area = 0;
        for (int vertex = 0; vertex < count; ++vertex) {
            area |= areas[vertex];
            for (Bits rest = areas[vertex]; rest != 0;) {
                over_cell[take_lowest(rest)].add(vertex);
            }
            for (Bits rest = pieces[vertex]; rest != 0;) {
                of_piece[take_lowest(rest)].add(vertex);
            }
        }
    }
    Bits area_of(const Set<W>& live, Bits among) const {
        Bits found = 0;
        while (among != 0) {
            const int cell = take_lowest(among);
            found |= Bits{over_cell[cell].meets(live)} << cell;
        }
        return found;
    }
    std::uint32_t pieces_of(const Set<W>& live, Bits among) const {
        Bits found = 0;
        while (among != 0) {
            const int piece = take_lowest(among);
            found |= Bits{of_piece[piece].meets(live)} << piece;
        }
        return static_cast<std::uint32_t>(found);
    }
};

// The one-word case takes most of the time: it holds only what the end of a game needs.
template <>
struct Graph<1> {
    static constexpr int capacity = 64;

    std::array<Set<1>, capacity> conflicts;
    std::array<std::uint16_t, capacity> above;
    // For each n, the vertices with n or more conflicts: no others can empty a set of n.
    std::array<Bits, capacity + 2> wide;

    void index_vertices(int count) {
        std::fill_n(wide.begin(), count + 2, Bits{0});
        for (int vertex = 0; vertex < count; ++vertex) {
            wide[count_bits(conflicts[vertex].words[0])] |= bit(vertex);
        }
        for (int n = count - 1; n >= 0; --n) {
            wide[n] |= wide[n + 1];
        }
    }
};

}  // namespace FIVEFOLD_KERNEL

}  // namespace fivefold::pentomino
