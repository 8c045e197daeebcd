#include "pentomino/table.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace fivefold::pentomino {

namespace {

// Zeroed memory that costs nothing until it is used, in huge pages where the system has them: a
// table of gigabytes otherwise spends its time on address translation.
void* zeroed(std::size_t bytes) {
#if defined(__linux__)
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        throw std::bad_alloc();
    }
    madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
#else
    void* memory = ::operator new(bytes, std::align_val_t{64});
    std::memset(memory, 0, bytes);
    return memory;
#endif
}

}  // namespace

void Table::Release::operator()(Bucket* buckets) const {
#if defined(__linux__)
    munmap(buckets, bytes);
#else
    (void)bytes;
    ::operator delete(buckets, std::align_val_t{64});
#endif
}

Table::Table(std::size_t megabytes) {
    const std::size_t count =
        std::bit_floor(std::max<std::size_t>(megabytes, 1) * 1024 * 1024 / sizeof(Bucket));
    const std::size_t bytes = count * sizeof(Bucket);
    buckets_ = {static_cast<Bucket*>(zeroed(bytes)), Release{bytes}};
    mask_ = count - 1;
}

void Table::clear() {
    std::memset(static_cast<void*>(buckets_.get()), 0, buckets_.get_deleter().bytes);
}

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
