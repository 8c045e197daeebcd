// Gomoku weights files: any bytes, and a valid file patched with the input.
#include <algorithm>
#include <cstring>

#include "fuzz/native/check.hpp"
#include "gomoku/evaluation/weights.hpp"

using namespace fivefold;
using fuzz::require;
using fuzz::tried;

namespace {

constexpr std::size_t checksum_at = 23;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    tried([&] { return gomoku::Weights::read(bytes); });
    // A whole file has 20 kB, so only few inputs use one.
    if (size < 8 || data[0] != 'w' || !fuzz::is_one_of(64, bytes)) {
        return 0;
    }
    static const std::vector<std::byte> good = gomoku::Weights::by_hand()->written();
    std::vector<std::byte> file = good;
    const std::size_t at = (data[1] * 256u + data[2]) % file.size();
    const std::size_t count = std::min(size - 3, file.size() - at);
    std::memcpy(file.data() + at, data + 3, count);
    fuzz::mend_checksum(file, checksum_at);
    const auto read = tried([&] { return gomoku::Weights::read(file); });
    require(!read || (*read)->written() == file, "a file is written as it was read");
    return 0;
}
