// What the search remembers of positions: a bound of their value and the move that was best.
//
// Threads share the table without locks. A slot is two words, written and read one by one; the
// first is the hash mixed with the second, so a slot that two threads wrote at once is not found.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/pages.hpp"
#include "gomoku/squares.hpp"

namespace fivefold::gomoku {

enum class Bound : std::uint8_t { none, upper, lower, exact };

struct Fact {
    int value = 0;
    int evaluation = 0;
    int depth = 0;
    Bound bound = Bound::none;
    int move = no_square;
};

class Table {
  public:
    // At most that much memory, at least one bucket.
    explicit Table(std::size_t megabytes);

    void forget();
    // Facts found before this call are the first to make room.
    void start_new_search() { age_ = (age_ + 1) & age_mask; }

    void prefetch(std::uint64_t hash) const { __builtin_prefetch(bucket(hash)); }
    // Whether the position is known; `fact` is then what is known of it.
    bool find(std::uint64_t hash, Fact& fact) const;
    void store(std::uint64_t hash, const Fact& fact);

  private:
    static constexpr std::size_t bucket_size = 4;
    static constexpr std::uint64_t age_mask = 63;

    // Both words are read and written by std::atomic_ref.
    struct Slot {
        std::uint64_t mixed;
        std::uint64_t packed;
    };

    Slot* bucket(std::uint64_t hash) const {
        const std::uint64_t high = hash >> 32;
        return slots_.data() + (high * buckets_ >> 32) * bucket_size;
    }

    std::uint64_t buckets_;
    Pages<Slot> slots_;
    std::uint64_t age_ = 1;
};

}  // namespace fivefold::gomoku
