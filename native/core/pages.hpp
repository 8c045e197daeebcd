// Zeroed memory for large, randomly accessed tables.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>

namespace fivefold {

// Allocates lazily and uses huge pages where available, since random access to many megabytes is
// otherwise dominated by address translation. Throws std::bad_alloc.
void* take_zeroed_pages(std::size_t bytes);
void give_back_pages(void* memory, std::size_t bytes);

// An array of elements whose all-zero bytes are a valid value.
template <typename Element>
class Pages {
    static_assert(std::is_trivially_destructible_v<Element> && alignof(Element) <= 64);

  public:
    explicit Pages(std::size_t count)
        : elements_(static_cast<Element*>(take_zeroed_pages(count * sizeof(Element))),
                    GiveBack{count * sizeof(Element)}) {}

    Element* data() const { return elements_.get(); }
    Element& operator[](std::size_t index) const { return elements_[index]; }
    std::size_t bytes() const { return elements_.get_deleter().bytes; }

    void clear() { std::memset(static_cast<void*>(data()), 0, bytes()); }

  private:
    struct GiveBack {
        std::size_t bytes;
        void operator()(Element* elements) const { give_back_pages(elements, bytes); }
    };

    std::unique_ptr<Element[], GiveBack> elements_;
};

}  // namespace fivefold
