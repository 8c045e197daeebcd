#include "gomoku/training/network_samples.hpp"

#include <array>
#include <bit>
#include <string>

#include "gomoku/evaluation/evaluation.hpp"
#include "gomoku/training/fit.hpp"
#include "gomoku/training/positions.hpp"

namespace fivefold::gomoku::training {

namespace {

using Counts = std::array<std::array<int, code_count>, 2>;

void count_codes(const Board& board, int by, Counts& counts) {
    for (int row = board.first_array_row(); row <= board.last_array_row(); ++row) {
        for (std::uint32_t left = board.empty_squares(row); left != 0; left &= left - 1) {
            const std::uint32_t codes = board.codes(row * row_length + std::countr_zero(left));
            counts[0][codes & 0xffff] += by;
            counts[1][codes >> 16] += by;
        }
    }
}

void append_entries(const std::array<int, code_count>& counts, std::vector<Entry>& entries) {
    for (std::size_t code = 0; code < code_count; ++code) {
        if (counts[code] != 0) {
            entries.push_back(
                {static_cast<std::uint16_t>(code), static_cast<std::int16_t>(counts[code])});
        }
    }
}

}  // namespace

Samples samples_of(const std::vector<PlayedGame>& games, const Weights& linear, double scale,
                   double result_share) {
    Samples samples;
    for (std::size_t number = 0; number < games.size(); ++number) {
        const PlayedGame& game = games[number];
        auto& into = is_held_out(number) ? samples.held_out : samples.learnt_from;
        const Rules rules = parse_rules(trained_rules[game.rules]);
        Counts start{};
        const auto cells = static_cast<std::size_t>(game.size) * game.size;
        count_codes(Board(Position(std::string(cells, '.') + " X", rules), rules), -1, start);
        visit_positions(game, linear.values, [&](const Place& place) {
            const Board& board = place.board;
            const Side own = board.to_move();
            const Side other = opponent(own);
            const int mask = threat_mask(board);
            Counts counts = start;
            count_codes(board, 1, counts);
            Sample sample{};
            sample.own = samples.entries.size();
            append_entries(counts[index_of(own)], samples.entries);
            sample.other = samples.entries.size();
            append_entries(counts[index_of(other)], samples.entries);
            sample.end = samples.entries.size();
            sample.threats = static_cast<std::uint16_t>(mask);
            sample.own_table = static_cast<std::uint8_t>(row_table_of(rules.of(own)));
            sample.other_table = static_cast<std::uint8_t>(row_table_of(rules.of(other)));
            sample.linear = static_cast<float>((board.value(own) + linear.threats[mask]) / scale);
            sample.target =
                static_cast<float>(target_of(place.move, place.result, scale, result_share));
            into.push_back(sample);
        });
    }
    return samples;
}

}  // namespace fivefold::gomoku::training
