#include "gomoku/search/table.hpp"

#include <algorithm>

namespace fivefold::gomoku {

namespace {

constexpr std::size_t bytes_in_megabyte = std::size_t{1} << 20;
// The upper half of the hash selects the bucket.
constexpr std::size_t max_buckets = std::size_t{1} << 32;
constexpr int min_depth = -64;

// From the lowest bit: value 16, evaluation 16, depth 8, bound 2, move 10, age 6 bits. Never 0,
// because the bound is never `none`.
std::uint64_t pack(const TableEntry& entry, std::uint64_t age) {
    return static_cast<std::uint64_t>(static_cast<std::uint16_t>(entry.value)) |
           static_cast<std::uint64_t>(static_cast<std::uint16_t>(entry.evaluation)) << 16 |
           static_cast<std::uint64_t>(entry.depth - min_depth) << 32 |
           static_cast<std::uint64_t>(entry.bound) << 40 |
           static_cast<std::uint64_t>(entry.move) << 42 | age << 52;
}

int depth_of(std::uint64_t packed) {
    return static_cast<int>(packed >> 32 & 255) + min_depth;
}

std::uint64_t age_of(std::uint64_t packed) {
    return packed >> 52 & 63;
}

TableEntry unpacked(std::uint64_t packed) {
    TableEntry entry;
    entry.value = static_cast<std::int16_t>(packed);
    entry.evaluation = static_cast<std::int16_t>(packed >> 16);
    entry.depth = depth_of(packed);
    entry.bound = static_cast<Bound>(packed >> 40 & 3);
    entry.move = static_cast<int>(packed >> 42 & 1023);
    return entry;
}

std::uint64_t read(std::uint64_t& word) {
    return std::atomic_ref(word).load(std::memory_order_relaxed);
}

void write(std::uint64_t& word, std::uint64_t value) {
    std::atomic_ref(word).store(value, std::memory_order_relaxed);
}

}  // namespace

Table::Table(std::size_t megabytes)
    : buckets_(std::clamp<std::size_t>(megabytes * bytes_in_megabyte / (bucket_size * sizeof(Slot)),
                                       1, max_buckets)),
      slots_(buckets_ * bucket_size) {}

void Table::forget() {
    slots_.clear();
    age_ = 1;
}

bool Table::find(std::uint64_t hash, TableEntry& entry) const {
    Slot* slot = bucket(hash);
    for (std::size_t index = 0; index < bucket_size; ++index, ++slot) {
        const std::uint64_t packed = read(slot->packed);
        if ((read(slot->mixed) ^ packed) == hash && packed != 0) {
            entry = unpacked(packed);
            return true;
        }
    }
    return false;
}

void Table::store(std::uint64_t hash, const TableEntry& entry) {
    Slot* slot = bucket(hash);
    Slot* chosen = slot;
    int min_worth = 1 << 30;
    TableEntry stored = entry;
    for (std::size_t index = 0; index < bucket_size; ++index, ++slot) {
        const std::uint64_t packed = read(slot->packed);
        if ((read(slot->mixed) ^ packed) == hash && packed != 0) {
            const TableEntry known = unpacked(packed);
            if (stored.move == no_square) {
                stored.move = known.move;
            }
            // Keep a much deeper entry unless this value is exact.
            if (known.depth > entry.depth + 3 && age_of(packed) == age_ &&
                entry.bound != Bound::exact) {
                return;
            }
            chosen = slot;
            break;
        }
        const int worth =
            packed == 0
                ? -1000
                : depth_of(packed) - static_cast<int>((age_ - age_of(packed)) & age_mask) * 8;
        if (worth < min_worth) {
            min_worth = worth;
            chosen = slot;
        }
    }
    const std::uint64_t packed = pack(stored, age_);
    write(chosen->mixed, hash ^ packed);
    write(chosen->packed, packed);
}

}  // namespace fivefold::gomoku
