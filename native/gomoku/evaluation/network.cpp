#include "gomoku/evaluation/network.hpp"

#include <cstdlib>
#include <type_traits>

#include "core/text.hpp"

namespace fivefold::gomoku {

namespace {

// Larger numbers could make the sums of the hidden layer and the output overflow.
constexpr int greatest_in_row = 4096;
constexpr int greatest_in_layer = 32'000;
constexpr int greatest_in_move_row = 4000;

// Calls visit(number, greatest) for every number of the file, in order.
template <typename Self, typename Visit>
void visit_numbers(Self& network, const Visit& visit) {
    const auto visit_row = [&](auto& row, int greatest) {
        for (auto& number : row) {
            visit(number, greatest);
        }
    };
    for (auto& table : network.tables) {
        for (std::size_t code = 0; code < stone_code; ++code) {
            visit_row(table.rows[code], greatest_in_row);
        }
    }
    visit_row(network.start, greatest_in_layer);
    for (auto& row : network.threats) {
        visit_row(row, greatest_in_layer);
    }
    for (auto& row : network.rules) {
        visit_row(row, greatest_in_layer);
    }
    for (auto& weights : network.hidden) {
        visit_row(weights, 127);
    }
    visit_row(network.output, greatest_in_layer);
    for (auto* const table : {&network.made, &network.taken}) {
        for (auto& row : table->codes) {
            visit_row(row, greatest_in_move_row);
        }
        for (auto& row : table->threats) {
            visit_row(row, greatest_in_move_row);
        }
    }
    visit(network.output_start, greatest_in_layer);
}

}  // namespace

std::size_t Network::byte_count() {
    static const std::size_t count = [] {
        std::size_t bytes = 0;
        const auto network = std::make_unique<Network>();
        visit_numbers(*network, [&](const auto& number, int) { bytes += sizeof(number); });
        return bytes;
    }();
    return count;
}

std::shared_ptr<const Network> Network::read(std::span<const std::byte> bytes) {
    if (bytes.size() != byte_count()) {
        throw InvalidText("The Gomoku weights file has the wrong length.");
    }
    auto network = std::make_shared<Network>();
    std::size_t at = 0;
    visit_numbers(*network, [&](auto& number, int greatest) {
        std::uint16_t read = 0;
        for (std::size_t i = 0; i < sizeof(number); ++i) {
            read =
                static_cast<std::uint16_t>(read | std::to_integer<unsigned>(bytes[at++]) << 8 * i);
        }
        number = static_cast<std::remove_reference_t<decltype(number)>>(read);
        if (std::abs(number) > greatest) {
            throw InvalidText("The Gomoku weights file holds an impossible number.");
        }
    });
    return network;
}

void Network::append_to(std::vector<std::byte>& bytes) const {
    visit_numbers(*this, [&](const auto& number, int) {
        const auto bits = static_cast<std::uint16_t>(number);
        for (std::size_t i = 0; i < sizeof(number); ++i) {
            bytes.push_back(static_cast<std::byte>(bits >> 8 * i & 0xff));
        }
    });
}

}  // namespace fivefold::gomoku
