// The numbers of the network, which corrects the linear evaluation.
//
//     codes of the side to move     codes of the opponent
//               |  a sum of rows            |  a sum of rows        32 numbers each
//            clipped                     clipped                    0 to 127
//               +-------------+-------------+
//                             |  weighted, plus a row for the threats and one for the rules
//                          clipped                                  32 numbers, 0 to 127
//                             |  weighted
//                          points, added to the linear evaluation
//
// A move is scored by its two codes: to the linear scores the product of a row for what it makes
// and one for what it takes is added. The threats add to both rows.
//
// The sums are relative to the empty board and therefore start alike on boards of every size.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gomoku/board/patterns.hpp"
#include "gomoku/evaluation/weights.hpp"

namespace fivefold::gomoku {

inline constexpr int network_width = 32;
using NetworkRow = std::array<std::int16_t, network_width>;

// The largest activation.
inline constexpr int network_one = 127;
// A sum is shifted right by this to become an input of the hidden layer; the other two are the
// same for the hidden layer's sums and for the output.
inline constexpr int sum_shift = 2;
inline constexpr int hidden_shift = 6;
inline constexpr int output_shift = 8;

inline constexpr int move_width = 16;
using MoveRow = std::array<std::int16_t, move_width>;
// Products of rows are shifted right by this to become points.
inline constexpr int move_shift = 7;

// Each side reads the table of rows for its own rules.
inline constexpr int row_table_count = 3;
constexpr int row_table_of(const SideRules& rules) {
    return rules.has_fouls() ? 2 : rules.six_wins ? 0 : 1;
}
// One row for each pair of tables, that of the side to move first.
inline constexpr int rules_row_count = row_table_count * row_table_count;
constexpr int rules_row_of(const Rules& rules, Side to_move) {
    return row_table_count * row_table_of(rules.of(to_move)) +
           row_table_of(rules.of(opponent(to_move)));
}

// Stands for the code of a stone, whose row is 0.
inline constexpr std::uint32_t stone_code = code_count;

struct alignas(64) Network {
    struct Table {
        std::array<NetworkRow, code_count + 1> rows{};  // the last for stone_code
    };

    // What one of a move's codes contributes to its score.
    struct MoveTable {
        std::array<MoveRow, code_count> codes{};
        std::array<MoveRow, 1 << threat_bits> threats{};
    };

    std::array<Table, row_table_count> tables{};
    NetworkRow start{};  // the sums on the empty board
    std::array<NetworkRow, 1 << threat_bits> threats{};
    std::array<NetworkRow, rules_row_count> rules{};
    // For each hidden number the weights of both sides' inputs, the side to move first.
    std::array<std::array<std::int8_t, 2 * network_width>, network_width> hidden{};
    NetworkRow output{};
    MoveTable made{};
    MoveTable taken{};
    std::int16_t output_start = 0;  // points

    // The bytes read() takes.
    static std::size_t byte_count();
    // Throws InvalidText on numbers that no training makes.
    static std::shared_ptr<const Network> read(std::span<const std::byte> bytes);
    void append_to(std::vector<std::byte>& bytes) const;
};

}  // namespace fivefold::gomoku
