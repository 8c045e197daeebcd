// Shared by the native targets: a fault ends the program, a rejection is an InvalidText.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

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

// FNV-1a, the checksum of the weights files.
inline std::uint64_t hash_of(std::span<const std::byte> bytes) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const std::byte byte : bytes) {
        hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3u;
    }
    return hash;
}

// Selects one in `many` inputs for slow checks, in a way no fuzzer can aim at.
inline bool is_one_of(std::uint64_t many, std::span<const std::byte> input) {
    return (hash_of(input) >> 20) % many == 0;
}

// A file with a wrong checksum is not read further, and a fuzzer cannot guess it.
inline void mend_checksum(std::vector<std::byte>& file, std::size_t at) {
    const std::uint64_t hash = hash_of(std::span(file).subspan(at + 8));
    for (std::size_t i = 0; i < 8; ++i) {
        file[at + i] = static_cast<std::byte>(hash >> 8 * i & 0xff);
    }
}

// The result, or nullopt if it was rejected. Any other exception ends the program.
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
