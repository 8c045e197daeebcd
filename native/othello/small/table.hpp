// The transposition table of the 4x4 and 6x6 search.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "othello/small/solver.hpp"

namespace fivefold::othello::inline FIVEFOLD_KERNEL {

struct Remembered {
    Bounds bounds;
    int move;  // the best cell, or no_move
};

inline constexpr int no_move = 64;

// Four positions per cache line. The entry with the fewest empty cells, the cheapest to recompute,
// is replaced.
class SmallTable {
  public:
    // The largest power of two that fits.
    explicit SmallTable(std::size_t megabytes)
        : buckets_(std::bit_floor(std::max<std::size_t>(megabytes, 1)) << 20 >> 6) {}

    void prefetch(Bits own, Bits other) const { __builtin_prefetch(&bucket_of(own, other)); }

    Remembered find(Bits own, Bits other) const {
        const Bits wanted_own = own >> lowest_cell;
        const Bits wanted_other = other >> lowest_cell;
        for (const Entry& entry : bucket_of(own, other).entries) {
            if ((entry.own & cells) == wanted_own && (entry.other & cells) == wanted_other) {
                return {entry.bounds(), static_cast<int>(entry.other >> 48 & 255)};
            }
        }
        return {{-max_score, max_score}, no_move};
    }

    void keep(Bits own, Bits other, Bounds bounds, int move, int empty) {
        const Entry made{
            own >> lowest_cell | static_cast<Bits>(bounds.lower + 64) << 48 |
                static_cast<Bits>(bounds.upper + 64) << 56,
            other >> lowest_cell | static_cast<Bits>(move) << 48 | static_cast<Bits>(empty) << 56};
        Entry* replaced = nullptr;
        for (Entry& entry : bucket_of(own, other).entries) {
            if (((entry.own ^ made.own) & cells) == 0 &&
                ((entry.other ^ made.other) & cells) == 0) {
                entry = made;
                return;
            }
            if (replaced == nullptr || entry.other >> 56 < replaced->other >> 56) {
                replaced = &entry;
            }
        }
        *replaced = made;
    }

  private:
    // The middle 6x6 of 8x8 uses cells 9 to 54. The bits above hold the rest: lower + 64 and upper
    // + 64 beside `own`, the move and the number of empty cells beside `other`.
    static constexpr int lowest_cell = 9;
    static constexpr int max_score = 36;
    static constexpr Bits cells = lowest_bits(48);

    struct Entry {
        Bits own = 0;
        Bits other = 0;

        Bounds bounds() const {
            return {static_cast<int>(own >> 48 & 255) - 64, static_cast<int>(own >> 56) - 64};
        }
    };

    struct alignas(64) Bucket {
        std::array<Entry, 4> entries;
    };

    std::size_t index_of(Bits own, Bits other) const {
        const Bits mixed = own * 0x9e3779b97f4a7c15u + std::rotl(other * 0xd6e8feb86659fd93u, 32);
        return ((mixed ^ mixed >> 32) * 0x9e3779b97f4a7c15u >> 20) & (buckets_.size() - 1);
    }

    const Bucket& bucket_of(Bits own, Bits other) const { return buckets_[index_of(own, other)]; }
    Bucket& bucket_of(Bits own, Bits other) { return buckets_[index_of(own, other)]; }

    std::vector<Bucket> buckets_;
};

}  // namespace fivefold::othello::inline FIVEFOLD_KERNEL
