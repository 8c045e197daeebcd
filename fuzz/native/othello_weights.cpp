// Othello weights files: any bytes, and bytes after a valid header.
#include <algorithm>
#include <span>
#include <vector>

#include "fuzz/native/check.hpp"
#include "othello/evaluation/weights.hpp"

using namespace fivefold;
using fuzz::require;
using fuzz::tried;

namespace {

constexpr std::size_t checksum_at = 32;
constexpr std::size_t header_size = 40;

std::vector<std::byte> nothing_trained() {
    othello::Trained trained;
    const othello::Packing packing;
    for (auto& knot : trained.knots) {
        knot.resize(static_cast<std::size_t>(packing.count()));
    }
    return othello::write_trained(trained);
}

// The count of numbers the bytes encode, possibly millions: see Encoder in weights.cpp.
std::uint64_t numbers_in(std::span<const std::byte> bytes) {
    std::uint64_t count = 0;
    std::uint64_t value = 0;
    bool counts_zeros = false;
    int shift = 0;
    for (const std::byte byte : bytes) {
        value |= std::to_integer<std::uint64_t>(byte & std::byte{0x7f}) << std::min(shift, 28);
        shift += 7;
        if ((byte & std::byte{0x80}) == std::byte{0}) {
            count += counts_zeros ? value : 1;
            counts_zeros = !counts_zeros && value == 0;
            value = 0;
            shift = 0;
        }
    }
    return count;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    tried([&] { return othello::read_trained(bytes); });
    static const std::vector<std::byte> good = nothing_trained();
    if (size < 2 || data[0] != 'w') {
        return 0;
    }
    // The 61 constants are followed by a million numbers: few inputs may get there.
    if (numbers_in(bytes.subspan(1)) > 60 && !fuzz::is_one_of(32'768, bytes)) {
        return 0;
    }
    std::vector<std::byte> file(good.begin(), good.begin() + header_size);
    file.insert(file.end(), bytes.begin() + 1, bytes.end());
    fuzz::mend_checksum(file, checksum_at);
    const auto read = tried([&] { return othello::read_trained(file); });
    require(!read || othello::write_trained(*read).size() <= file.size(),
            "a file is written as short as it can be");
    return 0;
}
