#include "pentomino/table.hpp"

#include <algorithm>
#include <bit>

namespace fivefold::pentomino {

Table::Table(std::size_t megabytes)
    : mask_(std::bit_floor(std::max<std::size_t>(megabytes, 1) * 1024 * 1024 / sizeof(Bucket)) - 1),
      buckets_(mask_ + 1) {}

void Table::store(const Key& key, Value value, std::uint64_t nodes) {
    Bucket& bucket = buckets_[key.hash() & mask_];
    std::size_t cheapest = 0;
    for (std::size_t slot = 0; slot < bucket_slots; ++slot) {
        if (bucket.areas[slot] == key.area && (bucket.entries[slot] & pieces_mask) == key.pieces) {
            cheapest = slot;
            break;
        }
        if (bucket.entries[slot] >> cost_shift < bucket.entries[cheapest] >> cost_shift) {
            cheapest = slot;
        }
    }
    bucket.areas[cheapest] = key.area;
    bucket.entries[cheapest] = key.pieces | static_cast<std::uint32_t>(value) << value_shift |
                               static_cast<std::uint32_t>(std::bit_width(nodes)) << cost_shift;
}

}  // namespace fivefold::pentomino
