// The transposition table: a bound on the value of a position and its best move.
//
// Threads share the table without locks. A slot is two words, read and written separately; the
// first is the hash XORed with the second, so a slot torn by two writers fails to match.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/pages.hpp"
#include "gomoku/board/squares.hpp"

namespace fivefold::gomoku {

enum class Bound : std::uint8_t { none, upper, lower, exact };

struct TableEntry {
    int value = 0;
    int evaluation = 0;
    int depth = 0;
    Bound bound = Bound::none;
    int move = no_square;
};

class Table {
  public:
    // Uses at most `megabytes`, but at least one bucket.
    explicit Table(std::size_t megabytes);

    void forget();
    // Entries from before this call are replaced first.
    void start_new_search() { age_ = (age_ + 1) & age_mask; }

    void prefetch(std::uint64_t hash) const { __builtin_prefetch(bucket(hash)); }
    // Returns whether the position is known and fills in `entry`.
    bool find(std::uint64_t hash, TableEntry& entry) const;
    void store(std::uint64_t hash, const TableEntry& entry);

  private:
    static constexpr std::size_t bucket_size = 4;
    static constexpr std::uint64_t age_mask = 63;

    // Accessed through std::atomic_ref.
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
