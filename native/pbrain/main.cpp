// pbrain-fivefold64: the Gomoku engine for Gomocup managers.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "core/text.hpp"
#include "pbrain/service.hpp"

namespace {

namespace fs = std::filesystem;

// Managers start engines in a working folder of their own, so the weights are looked up next to the
// executable.
fs::path own_folder(const char* called_as) {
    std::error_code failed;
    const fs::path linux_knows = fs::read_symlink("/proc/self/exe", failed);
    return (failed ? fs::path(called_as) : linux_knows).parent_path();
}

std::optional<std::vector<std::byte>> read_weights(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return std::nullopt;
    }
    const std::string content{std::istreambuf_iterator<char>(file), {}};
    std::vector<std::byte> weights;
    weights.reserve(content.size());
    for (const char byte : content) {
        weights.push_back(static_cast<std::byte>(byte));
    }
    return weights;
}

void print(const std::string& line) {
    std::fputs((line + "\n").c_str(), stdout);
    std::fflush(stdout);
}

}  // namespace

int main(int, char** arguments) {
    std::ios::sync_with_stdio(false);
    const fs::path path = own_folder(arguments[0]) / "weights.bin";
    const auto weights = read_weights(path);
    if (!weights) {
        print("MESSAGE There is no weights.bin beside the program: using built-in weights.");
    }
    try {
        fivefold::pbrain::Engine engine(weights.value_or(std::vector<std::byte>{}));
        fivefold::pbrain::serve(std::cin, print, engine);
    } catch (const std::exception& error) {
        print(std::string("ERROR ") + error.what());
        return 1;
    }
    return 0;
}
