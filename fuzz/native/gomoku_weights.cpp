// Gomoku weights files, with and without a network: any bytes, and a valid file patched with the
// input.
#include <algorithm>
#include <cstring>

#include "fuzz/native/check.hpp"
#include "gomoku/evaluation/network.hpp"
#include "gomoku/evaluation/weights.hpp"

using namespace fivefold;
using fuzz::require;
using fuzz::tried;

namespace {

constexpr std::size_t checksum_at = 23;

std::vector<std::byte> file_with_network() {
    gomoku::Weights weights = *gomoku::Weights::by_hand();
    weights.network = std::make_shared<const gomoku::Network>();
    return weights.written();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    tried([&] { return gomoku::Weights::read(bytes); });
    // A whole file has 20 kB, or 675 kB with a network, so only few inputs use one.
    const bool has_network = size >= 8 && data[0] == 'n';
    if (size < 8 || (data[0] != 'w' && !has_network) ||
        !fuzz::is_one_of(has_network ? 2048 : 64, bytes)) {
        return 0;
    }
    static const std::vector<std::byte> linear = gomoku::Weights::by_hand()->written();
    static const std::vector<std::byte> with_network = file_with_network();
    std::vector<std::byte> file = has_network ? with_network : linear;
    // The numbers of the network begin where the linear file ends.
    const std::size_t place = data[1] * 256u + data[2];
    const std::size_t at = (has_network ? linear.size() + 16 * place : place) % file.size();
    const std::size_t count = std::min(size - 3, file.size() - at);
    std::memcpy(file.data() + at, data + 3, count);
    fuzz::mend_checksum(file, checksum_at);
    const auto read = tried([&] { return gomoku::Weights::read(file); });
    require(!read || (*read)->written() == file, "a file is written as it was read");
    return 0;
}
