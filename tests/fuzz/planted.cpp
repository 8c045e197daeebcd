// A native target with a planted fault that the runner must find: it reads past a `!!`.
#include <cstddef>
#include <cstdint>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::vector<std::uint8_t> bytes(data, data + size);
    for (std::size_t i = 0; i + 1 < bytes.size(); ++i) {
        if (bytes[i] == '!' && bytes[i + 1] == '!') {
            return bytes.data()[size + i] == 7;
        }
    }
    return 0;
}
