// Weights files of Gomoku: any bytes, and a good file with bytes of the input in it.
#include <algorithm>
#include <cstring>

#include "fuzz/native/check.hpp"
#include "gomoku/weights.hpp"

using namespace fivefold;
using fuzz::require;
using fuzz::tried;

namespace {

constexpr std::size_t checksum_at = 23;
constexpr std::size_t header_size = 31;

// FNV-1a, as in the file: without it nothing behind the header would ever be read.
void mend_checksum(std::vector<std::byte>& file) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (std::size_t at = header_size; at < file.size(); ++at) {
        hash = (hash ^ std::to_integer<std::uint64_t>(file[at])) * 0x100000001b3u;
    }
    for (std::size_t i = 0; i < 8; ++i) {
        file[checksum_at + i] = static_cast<std::byte>(hash >> 8 * i & 0xff);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    tried([&] { return gomoku::Weights::read(bytes); });
    // A whole file is 20 kB, so that few inputs pay for one.
    if (size < 8 || size % 8 != 0 || data[0] != 'w') {
        return 0;
    }
    static const std::vector<std::byte> good = gomoku::Weights::by_hand()->written();
    std::vector<std::byte> file = good;
    const std::size_t at = (data[1] * 256u + data[2]) % file.size();
    const std::size_t count = std::min(size - 3, file.size() - at);
    std::memcpy(file.data() + at, data + 3, count);
    mend_checksum(file);
    const auto read = tried([&] { return gomoku::Weights::read(file); });
    require(!read || (*read)->written() == file, "a file is written as it was read");
    return 0;
}
