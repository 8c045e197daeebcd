// The transposition table: bounds on the value of a position and its best moves.
//
// Threads share the table without locks. A slot is three words, read and written separately; the
// first two hold the board XORed with the third, so a slot torn by two writers matches no board.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/pages.hpp"
#include "othello/rules/kernel.hpp"

namespace fivefold::othello {

struct alignas(32) Slot {
    std::atomic<std::uint64_t> own{0};
    std::atomic<std::uint64_t> other{0};
    std::atomic<std::uint64_t> packed{0};
};

// The memory of a table, which outlives the searches that use it.
class TableMemory {
  public:
    static constexpr std::size_t bucket_size = 4;

    explicit TableMemory(std::size_t megabytes);

    void forget();
    // Entries from before this call are replaced first.
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

// What is known about a position, from the view of the side to move: searched to `depth` at this
// selectivity, its value lies between `lower` and `upper`.
struct TableEntry {
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

    // Returns whether the position is known and fills in `entry`.
    bool find(Bits own, Bits other, TableEntry& entry) const {
        const Slot* slot = bucket(own, other);
        for (std::size_t index = 0; index < TableMemory::bucket_size; ++index, ++slot) {
            const std::uint64_t packed = slot->packed.load(std::memory_order_relaxed);
            if ((slot->own.load(std::memory_order_relaxed) ^ packed) == own &&
                (slot->other.load(std::memory_order_relaxed) ^ packed) == other && packed != 0) {
                entry = unpacked(packed);
                return true;
            }
        }
        return false;
    }

    // Stores the score of a search with this depth, selectivity and window.
    void store(Bits own, Bits other, int depth, int selectivity, int alpha, int beta, int score,
               int move) {
        constexpr int least = -64 * 128;
        constexpr int most = 64 * 128;
        Slot* slot = bucket(own, other);
        Slot* chosen = slot;
        int min_worth = 1 << 30;
        TableEntry entry;
        bool known = false;
        for (std::size_t index = 0; index < TableMemory::bucket_size; ++index, ++slot) {
            const std::uint64_t packed = slot->packed.load(std::memory_order_relaxed);
            if ((slot->own.load(std::memory_order_relaxed) ^ packed) == own &&
                (slot->other.load(std::memory_order_relaxed) ^ packed) == other && packed != 0) {
                entry = unpacked(packed);
                known = true;
                chosen = slot;
                break;
            }
            const int worth =
                packed == 0 ? -1
                            : static_cast<int>(packed & 511) + (age_of(packed) == age_ ? 1024 : 0);
            if (worth < min_worth) {
                min_worth = worth;
                chosen = slot;
            }
        }
        if (!known || entry.depth != depth || entry.selectivity != selectivity) {
            entry.depth = depth;
            entry.selectivity = selectivity;
            entry.lower = least;
            entry.upper = most;
        }
        if (score > alpha && score > entry.lower) {
            entry.lower = score;
        }
        if (score < beta && score < entry.upper) {
            entry.upper = score;
        }
        if (score > alpha && move != entry.move) {
            entry.second_move = entry.move;
            entry.move = move;
        } else if (entry.move == no_move) {
            entry.move = move;
        }
        const std::uint64_t packed = pack(entry);
        chosen->own.store(own ^ packed, std::memory_order_relaxed);
        chosen->other.store(other ^ packed, std::memory_order_relaxed);
        chosen->packed.store(packed, std::memory_order_relaxed);
    }

  private:
    // From the lowest bit: selectivity 3, depth 6, moves 7 and 7, age 7, bounds 16 and 16 bits. The
    // lowest nine bits, as a number, measure the work in a slot. (62 bits; never 0, because a
    // missing move is 64.)
    std::uint64_t pack(const TableEntry& entry) const {
        return static_cast<std::uint64_t>(entry.selectivity) |
               static_cast<std::uint64_t>(entry.depth) << 3 |
               static_cast<std::uint64_t>(entry.move) << 9 |
               static_cast<std::uint64_t>(entry.second_move) << 16 | age_ << 23 |
               static_cast<std::uint64_t>(static_cast<std::uint16_t>(entry.lower)) << 32 |
               static_cast<std::uint64_t>(static_cast<std::uint16_t>(entry.upper)) << 48;
    }

    static TableEntry unpacked(std::uint64_t packed) {
        TableEntry entry;
        entry.selectivity = static_cast<int>(packed & 7);
        entry.depth = static_cast<int>(packed >> 3 & 63);
        entry.move = static_cast<int>(packed >> 9 & 127);
        entry.second_move = static_cast<int>(packed >> 16 & 127);
        entry.lower = static_cast<std::int16_t>(packed >> 32);
        entry.upper = static_cast<std::int16_t>(packed >> 48);
        return entry;
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
