#include "core/pages.hpp"

#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace fivefold {

#if defined(__linux__)

void* take_zeroed_pages(std::size_t bytes) {
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        throw std::bad_alloc();
    }
    madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
}

void give_back_pages(void* memory, std::size_t bytes) {
    munmap(memory, bytes);
}

#else

void* take_zeroed_pages(std::size_t bytes) {
    void* memory = ::operator new(bytes, std::align_val_t{64});
    std::memset(memory, 0, bytes);
    return memory;
}

void give_back_pages(void* memory, std::size_t) {
    ::operator delete(memory, std::align_val_t{64});
}

#endif

}  // namespace fivefold
