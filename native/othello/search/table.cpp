#include "othello/search/table.hpp"

#include <algorithm>

namespace fivefold::othello {

namespace {

constexpr std::size_t bytes_in_megabyte = std::size_t{1} << 20;

}  // namespace

TableMemory::TableMemory(std::size_t megabytes)
    : buckets_(
          std::max<std::size_t>(1, megabytes * bytes_in_megabyte / (bucket_size * sizeof(Slot)))),
      slots_(buckets_ * bucket_size) {}

void TableMemory::forget() {
    slots_.clear();
    age_ = 1;
}

}  // namespace fivefold::othello
