// What the native targets share: a fault ends the program, a refusal is an InvalidText.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <type_traits>

#include "core/text.hpp"

namespace fivefold::fuzz {

inline void require(bool holds, const char* what) {
    if (!holds) {
        std::fprintf(stderr, "==ERROR: this does not hold: %s\n", what);
        std::abort();
    }
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

// What was read, or nothing when it was refused. Any other exception ends the program.
template <typename Read>
auto tried(const Read& read) -> std::optional<std::invoke_result_t<Read>> {
    try {
        return read();
    } catch (const InvalidText& error) {
        for (const char letter : std::string_view(error.what())) {
            require(letter >= ' ' && letter <= '~', "a sentence is printable");
        }
        return std::nullopt;
    }
}

}  // namespace fivefold::fuzz
