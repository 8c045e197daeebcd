// The solver's transposition table: whether the side to move wins, by free area and pieces left.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/bits.hpp"
#include "core/pages.hpp"

namespace fivefold::pentomino {

enum class Value : std::uint8_t { unknown = 0, lost = 1, won = 2 };

// Two positions have the same possible placements exactly if their areas and pieces are the same.
// The whole key is stored, so there are no false hits.
struct Key {
    Bits area;             // canonical
    std::uint32_t pieces;  // one bit per piece

    std::uint64_t hash() const {
        std::uint64_t h = area ^ pieces * 0x9e3779b97f4a7c15u;
        h = (h ^ (h >> 32)) * 0xd6e8feb86659fd93u;
        h = (h ^ (h >> 29)) * 0xd6e8feb86659fd93u;
        return h ^ (h >> 32);
    }
};

class Table {
  public:
    explicit Table(std::size_t megabytes);

    void clear() { buckets_.clear(); }

    Value find(const Key& key) const {
        const Bucket& bucket = buckets_[key.hash() & mask_];
        for (std::size_t slot = 0; slot < bucket_slots; ++slot) {
            if (bucket.areas[slot] == key.area &&
                (bucket.entries[slot] & pieces_mask) == key.pieces) {
                return static_cast<Value>(bucket.entries[slot] >> value_shift & 3);
            }
        }
        return Value::unknown;
    }

    // Replaces the cheapest entry of the bucket, by nodes.
    void store(const Key& key, Value value, std::uint64_t nodes);

  private:
    static constexpr std::size_t bucket_slots = 5;
    static constexpr std::uint32_t pieces_mask = 0xfff;
    static constexpr int value_shift = 12;
    static constexpr int cost_shift = 16;

    // One cache line. An entry holds the pieces, the value and the bit length of its cost.
    struct alignas(64) Bucket {
        std::array<Bits, bucket_slots> areas;
        std::array<std::uint32_t, bucket_slots> entries;
    };

    std::uint64_t mask_;
    Pages<Bucket> buckets_;
};

}  // namespace fivefold::pentomino
