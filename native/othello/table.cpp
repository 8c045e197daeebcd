#include "othello/table.hpp"

#include <algorithm>

namespace fivefold::othello {

namespace {

constexpr std::size_t bytes_in_megabyte = std::size_t{1} << 20;

}  // namespace

TableMemory::TableMemory(std::size_t megabytes)
    : buckets_(
          std::max<std::size_t>(1, megabytes * bytes_in_megabyte / (bucket_size * sizeof(Slot)))),
      slots_(std::make_unique<Slot[]>(buckets_ * bucket_size)) {}

void TableMemory::forget() {
    for (std::size_t index = 0; index < buckets_ * bucket_size; ++index) {
        slots_[index].own.store(0, std::memory_order_relaxed);
        slots_[index].other.store(0, std::memory_order_relaxed);
        slots_[index].facts.store(0, std::memory_order_relaxed);
    }
    age_ = 1;
}

}  // namespace fivefold::othello
