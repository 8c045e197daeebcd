// What the search remembers of positions: bounds of their value and the moves that were best.
//
// Threads share the table without locks. A slot is three words, written and read one by one; the
// first two hold the board mixed with the third, so a slot that two threads wrote at once does not
// look like any board and is not found.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/pages.hpp"
#include "othello/kernel.hpp"

namespace fivefold::othello {

struct alignas(32) Slot {
    std::atomic<std::uint64_t> own{0};
    std::atomic<std::uint64_t> other{0};
    std::atomic<std::uint64_t> facts{0};
};

// The memory behind a table, which outlives the searches that use it.
class TableMemory {
  public:
    static constexpr std::size_t bucket_size = 4;

    explicit TableMemory(std::size_t megabytes);

    void forget();
    // Facts found before this call are the first to make room.
    void start_new_search() { age_ = (age_ + 1) & 127; }

    Slot* slots() { return slots_.data(); }
    std::size_t buckets() const { return buckets_; }
    std::uint64_t age() const { return age_; }

  private:
    std::size_t buckets_;
    Pages<Slot> slots_;
    std::uint64_t age_ = 1;
};

}  // namespace fivefold::othello

namespace fivefold::othello::inline FIVEFOLD_KERNEL {

inline constexpr int no_move = 64;

// What is known of a position, seen by the side to move: searched `depth` moves deep at that
// selectivity, its value is at least `lower` and at most `upper`.
struct Facts {
    int depth = -1;
    int selectivity = 0;
    int lower = 0;
    int upper = 0;
    int move = no_move;
    int second_move = no_move;

    bool reaches(int wanted_depth, int wanted_selectivity) const {
        return depth >= wanted_depth && selectivity >= wanted_selectivity;
    }
};

class Table {
  public:
    explicit Table(TableMemory& memory)
        : slots_(memory.slots()), buckets_(memory.buckets()), age_(memory.age()) {}

    void prefetch(Bits own, Bits other) const { __builtin_prefetch(bucket(own, other)); }

    // Whether the position is known; `facts` is then what is known of it.
    bool find(Bits own, Bits other, Facts& facts) const {
        const Slot* slot = bucket(own, other);
        for (std::size_t index = 0; index < TableMemory::bucket_size; ++index, ++slot) {
            const std::uint64_t packed = slot->facts.load(std::memory_order_relaxed);
            if ((slot->own.load(std::memory_order_relaxed) ^ packed) == own &&
                (slot->other.load(std::memory_order_relaxed) ^ packed) == other && packed != 0) {
                facts = unpacked(packed);
                return true;
            }
        }
        return false;
    }

    // Remembers that a search of this depth and selectivity with this window gave this score.
    void store(Bits own, Bits other, int depth, int selectivity, int alpha, int beta, int score,
               int move) {
        constexpr int least = -64 * 128;
        constexpr int most = 64 * 128;
        Slot* slot = bucket(own, other);
        Slot* chosen = slot;
        int least_worth = 1 << 30;
        Facts facts;
        bool known = false;
        for (std::size_t index = 0; index < TableMemory::bucket_size; ++index, ++slot) {
            const std::uint64_t packed = slot->facts.load(std::memory_order_relaxed);
            if ((slot->own.load(std::memory_order_relaxed) ^ packed) == own &&
                (slot->other.load(std::memory_order_relaxed) ^ packed) == other && packed != 0) {
                facts = unpacked(packed);
                known = true;
                chosen = slot;
                break;
            }
            const int worth =
                packed == 0 ? -1
                            : static_cast<int>(packed & 511) + (age_of(packed) == age_ ? 1024 : 0);
            if (worth < least_worth) {
                least_worth = worth;
                chosen = slot;
            }
        }
        if (!known || facts.depth != depth || facts.selectivity != selectivity) {
            facts.depth = depth;
            facts.selectivity = selectivity;
            facts.lower = least;
            facts.upper = most;
        }
        if (score > alpha && score > facts.lower) {
            facts.lower = score;
        }
        if (score < beta && score < facts.upper) {
            facts.upper = score;
        }
        if (score > alpha && move != facts.move) {
            facts.second_move = facts.move;
            facts.move = move;
        } else if (facts.move == no_move) {
            facts.move = move;
        }
        const std::uint64_t packed = pack(facts);
        chosen->own.store(own ^ packed, std::memory_order_relaxed);
        chosen->other.store(other ^ packed, std::memory_order_relaxed);
        chosen->facts.store(packed, std::memory_order_relaxed);
    }

  private:
    // From the lowest bit: selectivity 3, depth 6, moves 7 and 7, age 7, bounds 16 and 16 bits;
    // as one number the lowest nine say how much work is in a slot. (62 bits; never 0, the moves
    // being 64 when there is none.)
    std::uint64_t pack(const Facts& facts) const {
        return static_cast<std::uint64_t>(facts.selectivity) |
               static_cast<std::uint64_t>(facts.depth) << 3 |
               static_cast<std::uint64_t>(facts.move) << 9 |
               static_cast<std::uint64_t>(facts.second_move) << 16 | age_ << 23 |
               static_cast<std::uint64_t>(static_cast<std::uint16_t>(facts.lower)) << 32 |
               static_cast<std::uint64_t>(static_cast<std::uint16_t>(facts.upper)) << 48;
    }

    static Facts unpacked(std::uint64_t packed) {
        Facts facts;
        facts.selectivity = static_cast<int>(packed & 7);
        facts.depth = static_cast<int>(packed >> 3 & 63);
        facts.move = static_cast<int>(packed >> 9 & 127);
        facts.second_move = static_cast<int>(packed >> 16 & 127);
        facts.lower = static_cast<std::int16_t>(packed >> 32);
        facts.upper = static_cast<std::int16_t>(packed >> 48);
        return facts;
    }

    static std::uint64_t age_of(std::uint64_t packed) { return packed >> 23 & 127; }

    Slot* bucket(Bits own, Bits other) const {
        std::uint64_t key = own * 0x9e3779b97f4a7c15u ^ std::rotl(other * 0xc2b2ae3d27d4eb4fu, 32);
        key ^= key >> 29;
        key *= 0xbf58476d1ce4e5b9u;
        return slots_ + ((key >> 32) * buckets_ >> 32) * TableMemory::bucket_size;
    }

    Slot* slots_;
    std::uint64_t buckets_;
    std::uint64_t age_;
};

}  // namespace fivefold::othello::inline FIVEFOLD_KERNEL
