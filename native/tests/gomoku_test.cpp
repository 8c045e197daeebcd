#include "core/text.hpp"
#include "gomoku/position.hpp"
#include "gomoku/rules.hpp"
#include "tests/check.hpp"

using namespace fivefold;
using Moves = std::vector<std::string>;

namespace {

const StopFlag never{false};

// A board of this size with a stone on each of the cells, X to move.
std::string with_stones(int size, const Moves& cells, char letter = 'X') {
    std::string text = std::string(size * size, '.') + " X";
    for (const std::string& cell : cells) {
        text[gomoku::parse_move(cell, size)] = letter;
    }
    return text;
}

}  // namespace

TEST(gomoku_row_one_is_at_the_bottom) {
    const std::string after = gomoku::play(with_stones(5, {}), "a1", "freestyle");
    CHECK(after == std::string(20, '.') + "X.... O");
    CHECK(gomoku::legal_moves(with_stones(5, {}), "freestyle").front() == "a5");
    CHECK(gomoku::legal_moves(with_stones(5, {}), "freestyle").back() == "e1");
}

TEST(gomoku_run_length_counts_both_ways_and_stops_at_gaps) {
    CHECK(gomoku::run_length(0b0011101, 2) == 3);
    CHECK(gomoku::run_length(0b0011101, 4) == 3);
    CHECK(gomoku::run_length(0b0011101, 0) == 1);
    CHECK(gomoku::run_length((1u << 22) - 1, 21) == 22);
}

TEST(gomoku_five_wins_in_every_direction_on_every_size) {
    for (int size = 5; size <= 22; ++size) {
        const std::array<std::array<int, 4>, 4> lines{
            {{0, 0, 1, 0}, {size - 1, 0, 0, 1}, {0, 0, 1, 1}, {size - 1, 0, -1, 1}}};
        for (const auto& [column, row, across, along] : lines) {
            for (int last = 0; last < 5; ++last) {
                std::string text = std::string(size * size, '.') + " X";
                int open = 0;
                for (int step = 0; step < 5; ++step) {
                    const int cell = (row + step * along) * size + column + step * across;
                    if (step == last) {
                        open = cell;
                    } else {
                        text[cell] = 'X';
                    }
                }
                CHECK(!gomoku::outcome(text, "standard"));
                const std::string won =
                    gomoku::play(text, gomoku::format_move(open, size), "standard");
                CHECK(gomoku::outcome(won, "standard") == "X");
                CHECK(gomoku::outcome(won, "freestyle") == "X");
                CHECK(gomoku::legal_moves(won, "freestyle").empty());
            }
        }
    }
}

TEST(gomoku_six_in_a_row_wins_only_in_freestyle) {
    const std::string six = with_stones(9, {"b2", "c2", "d2", "e2", "f2", "g2"});
    CHECK(gomoku::outcome(six, "freestyle") == "X");
    CHECK(!gomoku::outcome(six, "standard"));
}

TEST(gomoku_rows_do_not_run_around_the_edge) {
    CHECK(!gomoku::outcome(with_stones(9, {"h3", "i3", "a2", "b2", "c2"}), "freestyle"));
    CHECK(!gomoku::outcome(with_stones(5, {"b5", "c4", "d3", "e2", "a1"}), "freestyle"));
}

TEST(gomoku_full_board_without_five_is_a_draw) {
    std::string text;
    for (int cell = 0; cell < 25; ++cell) {
        text += (cell / 5 % 2 == 0) == (cell % 5 < 2) ? 'X' : 'O';
    }
    CHECK(gomoku::outcome(text + " X", "freestyle") == "draw");
    CHECK(gomoku::legal_moves(text + " X", "freestyle").empty());
}

TEST(gomoku_refuses_two_winners_and_unreadable_texts) {
    std::string both = with_stones(9, {"a1", "b1", "c1", "d1", "e1"});
    for (int cell = 0; cell < 5; ++cell) {
        both[cell] = 'O';
    }
    const std::string empty = with_stones(5, {});
    CHECK(tests::throws<InvalidText>([&] { gomoku::outcome(both, "freestyle"); }));
    CHECK(tests::throws<InvalidText>([&] { gomoku::outcome(empty, "renju"); }));
    CHECK(tests::throws<InvalidText>([&] { gomoku::outcome("", "freestyle"); }));
    CHECK(tests::throws<InvalidText>([&] { gomoku::outcome(empty + " ", "freestyle"); }));
    CHECK(tests::throws<InvalidText>([&] { gomoku::play(empty, "f1", "freestyle"); }));
    CHECK(tests::throws<InvalidText>([&] { gomoku::play(empty, "a6", "freestyle"); }));
    CHECK(tests::throws<InvalidText>(
        [&] { gomoku::play(with_stones(5, {"c3"}), "c3", "freestyle"); }));
}

TEST(gomoku_perft_counts_games_that_ended_once) {
    const std::string empty = with_stones(15, {});
    CHECK(gomoku::perft(empty, "freestyle", 0, never) == 1u);
    CHECK(gomoku::perft(empty, "freestyle", 1, never) == 225u);
    CHECK(gomoku::perft(empty, "freestyle", 3, never) == 225u * 224 * 223);
    // One of the 21 empty cells wins at once; the other 20 each leave 20 replies.
    const std::string four = with_stones(5, {"a1", "b1", "c1", "d1"});
    CHECK(gomoku::perft(four, "freestyle", 2, never) == 1u + 20 * 20);
    const StopFlag stopped{true};
    CHECK(!gomoku::perft(empty, "freestyle", 9, stopped));
}
