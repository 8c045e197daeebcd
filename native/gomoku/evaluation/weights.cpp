#include "gomoku/evaluation/weights.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "core/text.hpp"
#include "gomoku/evaluation/evaluation.hpp"
#include "gomoku/evaluation/network.hpp"

namespace fivefold::gomoku {

namespace {

// File format: name, version, checksum of the rest; then every member in order, each number as two
// bytes, little-endian; in the second version the numbers of the network at the end.
constexpr std::string_view name = "fivefold gomoku";
constexpr std::uint64_t version_without_network = 1;
constexpr std::uint64_t version_with_network = 2;
constexpr std::size_t header_size = name.size() + 2 * 8;
constexpr std::size_t number_count = 3 * code_count + (1 << threat_bits);
// Larger values could exceed the range of the search.
constexpr int greatest = 8000;

// FNV-1a.
std::uint64_t checksum(std::span<const std::byte> bytes) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const std::byte byte : bytes) {
        hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3u;
    }
    return hash;
}

std::uint64_t read_number(std::span<const std::byte> file, std::size_t at, int bytes) {
    std::uint64_t number = 0;
    for (int i = 0; i < bytes; ++i) {
        number |= std::to_integer<std::uint64_t>(file[at + static_cast<std::size_t>(i)]) << 8 * i;
    }
    return number;
}

void append_number(std::vector<std::byte>& file, std::uint64_t number, int bytes) {
    for (int i = 0; i < bytes; ++i) {
        file.push_back(static_cast<std::byte>(number >> 8 * i & 0xff));
    }
}

template <typename Self>
auto parts_of(Self& weights) {
    return std::array{std::span(weights.values), std::span(weights.own_scores),
                      std::span(weights.other_scores)};
}

using ByClass = std::array<int, line_class_count>;
using ByKind = std::array<int, kind_count>;

// dead, overline; closed and open one; closed two, open twos; closed three, threes; fours; five.
constexpr ByClass values_by_class{0, 0, 0, 1, 1, 3, 4, 5, 5, 10, 12, 14, 40, 40, 80};
constexpr ByClass scores_by_class{0, 0, 1, 3, 4, 8, 10, 12, 12, 30, 34, 40, 400, 400, 1000};
// none foul | two two-two | three three-two three-three | four four-two four-three four-four
// open four | five
constexpr ByKind values_by_kind{0, 0, 0, 3, 0, 6, 25, 0, 8, 40, 50, 0, 0};
constexpr ByKind scores_by_kind{0, 0, 0, 6, 0, 10, 150, 0, 15, 200, 400, 0, 0};

int sum_of(const FourClasses& classes, const ByClass& by_class) {
    int sum = 0;
    for (const LineClass each : classes) {
        sum += by_class[static_cast<std::size_t>(each)];
    }
    return sum;
}

int threat_value(int mask) {
    const auto has = [mask](Threat threat, bool own) {
        return (mask >> (static_cast<int>(threat) + (own ? 0 : threat_bits / 2)) & 1) != 0;
    };
    if (has(Threat::open_four, true)) {
        return 3000;
    }
    int value = 30;
    if (has(Threat::open_four, false)) {
        value -= 150 + (has(Threat::four_fork, false) ? 150 : 0);
        value += has(Threat::four, true) ? 50 : 0;
    } else {
        value += has(Threat::double_three, true) ? 150 : has(Threat::three, true) ? 30 : 0;
        value -= has(Threat::four_fork, false) ? 60 : has(Threat::double_three, false) ? 30 : 0;
    }
    return value + (has(Threat::four_fork, true) ? 400 : 0);
}

}  // namespace

std::shared_ptr<const Weights> Weights::by_hand() {
    static const auto made = [] {
        auto weights = std::make_shared<Weights>();
        const Patterns freestyle(parse_rules("freestyle"));
        for (int code = 0; code < code_count; ++code) {
            const FourClasses& classes = classes_of_codes()[code];
            const auto kind = static_cast<std::size_t>(freestyle.plain_kind(code));
            const int value = sum_of(classes, values_by_class) + values_by_kind[kind];
            const int score = sum_of(classes, scores_by_class) + scores_by_kind[kind];
            weights->values[code] = static_cast<std::int16_t>(value);
            weights->own_scores[code] = static_cast<std::int16_t>(score);
            weights->other_scores[code] = static_cast<std::int16_t>(score * 2 / 3);
        }
        for (int mask = 0; mask < 1 << threat_bits; ++mask) {
            weights->threats[mask] = static_cast<std::int16_t>(threat_value(mask));
        }
        return std::shared_ptr<const Weights>(weights);
    }();
    return made;
}

std::shared_ptr<const Weights> Weights::read(std::span<const std::byte> file) {
    if (file.size() < header_size || std::memcmp(file.data(), name.data(), name.size()) != 0) {
        throw InvalidText("This is not a Gomoku weights file.");
    }
    const std::uint64_t version = read_number(file, name.size(), 8);
    if (version != version_without_network && version != version_with_network) {
        throw InvalidText("The Gomoku weights file has version " + std::to_string(version) +
                          "; this program reads the versions 1 and 2.");
    }
    const bool has_network = version == version_with_network;
    const auto rest = file.subspan(header_size);
    if (rest.size() != 2 * number_count + (has_network ? Network::byte_count() : 0)) {
        throw InvalidText("The Gomoku weights file has the wrong length.");
    }
    if (read_number(file, name.size() + 8, 8) != checksum(rest)) {
        throw InvalidText("The Gomoku weights file is damaged: its checksum is wrong.");
    }
    auto weights = std::make_shared<Weights>();
    std::size_t at = 0;
    const auto take = [&](std::int16_t& number) {
        number = static_cast<std::int16_t>(read_number(rest, at, 2));
        at += 2;
        if (number > greatest || number < -greatest) {
            throw InvalidText("The Gomoku weights file holds an impossible number.");
        }
    };
    for (const auto& part : parts_of(*weights)) {
        std::ranges::for_each(part, take);
    }
    std::ranges::for_each(weights->threats, take);
    if (has_network) {
        weights->network = Network::read(rest.subspan(at));
    }
    return weights;
}

std::vector<std::byte> Weights::written() const {
    std::vector<std::byte> rest;
    const auto put = [&rest](std::int16_t number) {
        append_number(rest, static_cast<std::uint16_t>(number), 2);
    };
    for (const auto& part : parts_of(*this)) {
        std::ranges::for_each(part, put);
    }
    std::ranges::for_each(threats, put);
    if (network) {
        network->append_to(rest);
    }
    std::vector<std::byte> file;
    for (const char letter : name) {
        file.push_back(static_cast<std::byte>(letter));
    }
    append_number(file, network ? version_with_network : version_without_network, 8);
    append_number(file, checksum(rest), 8);
    file.insert(file.end(), rest.begin(), rest.end());
    return file;
}

}  // namespace fivefold::gomoku
