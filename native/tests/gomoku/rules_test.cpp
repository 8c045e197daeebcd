#include "gomoku/rules/rules.hpp"
#include "core/text.hpp"
#include "gomoku/rules/position.hpp"
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

TEST(gomoku_rows_reach_both_ways_and_stop_at_gaps) {
    CHECK(gomoku::row_through(0b0011101, 2).length() == 3);
    CHECK(gomoku::row_through(0b0011101, 4).first == 2);
    CHECK(gomoku::row_through(0b0011101, 0).length() == 1);
    CHECK(gomoku::row_through((1u << 22) - 1, 21).length() == 22);
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

TEST(gomoku_rows_do_not_wrap_around_the_edge) {
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

TEST(gomoku_rejects_two_winners_and_invalid_text) {
    std::string both = with_stones(9, {"a1", "b1", "c1", "d1", "e1"});
    for (int cell = 0; cell < 5; ++cell) {
        both[cell] = 'O';
    }
    const std::string empty = with_stones(5, {});
    CHECK(tests::throws<InvalidText>([&] { gomoku::outcome(both, "freestyle"); }));
    CHECK(tests::throws<InvalidText>([&] { gomoku::outcome(empty, "renj"); }));
    CHECK(tests::throws<InvalidText>([&] { gomoku::outcome("", "freestyle"); }));
    CHECK(tests::throws<InvalidText>([&] { gomoku::outcome(empty + " ", "freestyle"); }));
    CHECK(tests::throws<InvalidText>([&] { gomoku::play(empty, "f1", "freestyle"); }));
    CHECK(tests::throws<InvalidText>([&] { gomoku::play(empty, "a6", "freestyle"); }));
    CHECK(tests::throws<InvalidText>(
        [&] { gomoku::play(with_stones(5, {"c3"}), "c3", "freestyle"); }));
}

TEST(gomoku_texts_of_rules) {
    const std::string empty = with_stones(5, {});
    for (const char* rules : {"freestyle", "standard", "renju", "caro", "omok", "omok:threes=none",
                              "omok:six=win:fours=black:threes=black"}) {
        CHECK(!gomoku::outcome(empty, rules));
    }
    for (const char* rules : {"", "Renju", "renju:six=win", "omok:six", "omok:six=lose",
                              "omok::", "omok:", "omok:six=win:six=win", "omok:six=win:six=nothing",
                              "omok:threes=none:fours=no:threes=both"}) {
        CHECK(tests::throws<InvalidText>([&] { gomoku::outcome(empty, rules); }));
    }
}

TEST(gomoku_renju_forbids_the_right_points_to_black) {
    const auto is_forbidden = [](const Moves& stones, const std::string& move) {
        return tests::throws<InvalidText>(
            [&] { gomoku::play(with_stones(15, stones), move, "renju"); });
    };
    CHECK(is_forbidden({"c8", "d8", "e8", "g8", "h8"}, "f8"));                // six
    CHECK(is_forbidden({"c8", "e8", "g8", "i8"}, "f8"));                      // X.X*X.X
    CHECK(is_forbidden({"c8", "d8", "e8", "f9", "f10", "f11"}, "f8"));        // 4-4
    CHECK(is_forbidden({"d8", "e8", "f9", "f10"}, "f8"));                     // 3-3
    CHECK(!is_forbidden({"c8", "d8", "e8", "f9", "f10"}, "f8"));              // 4-3
    CHECK(!is_forbidden({"a8", "b8", "c9", "c10"}, "c8"));                    // edge
    CHECK(!is_forbidden({"d8", "e8", "g8", "h8", "f9", "f10", "g9"}, "f8"));  // five
}

// . . p X X * . O   * is a double three if p, where the row can become a straight four, is
//           X       legal, but not if p makes an overline.
//           X
TEST(gomoku_renju_three_needs_a_legal_straight_four) {
    std::string text = with_stones(15, {"e8", "f8", "g7", "g6"});
    text[gomoku::parse_move("i8", 15)] = 'O';
    CHECK(tests::throws<InvalidText>([&] { gomoku::play(text, "g8", "renju"); }));
    for (const char* stone : {"d11", "d10", "d9", "d7", "d6"}) {
        text[gomoku::parse_move(stone, 15)] = 'X';
    }
    CHECK(!tests::throws<InvalidText>([&] { gomoku::play(text, "g8", "renju"); }));
}

TEST(gomoku_omok_switches) {
    const std::string threes = with_stones(15, {"d8", "e8", "f9", "f10"});
    std::string white = with_stones(15, {"d8", "e8", "f9", "f10"}, 'O');
    white.back() = 'O';
    const auto is_legal = [](const std::string& position, const char* move, const char* rules) {
        return !tests::throws<InvalidText>([&] { gomoku::play(position, move, rules); });
    };
    CHECK(!is_legal(threes, "f8", "omok") && !is_legal(white, "f8", "omok"));
    CHECK(!is_legal(threes, "f8", "omok:threes=black") &&
          is_legal(white, "f8", "omok:threes=black"));
    CHECK(is_legal(threes, "f8", "omok:threes=none"));
    const std::string six = with_stones(15, {"c8", "d8", "e8", "g8", "h8"});
    CHECK(!gomoku::outcome(gomoku::play(six, "f8", "omok"), "omok"));
    CHECK(gomoku::outcome(gomoku::play(six, "f8", "omok:six=win"), "omok:six=win") == "X");
    CHECK(!is_legal(six, "f8", "omok:six=forbidden"));
}

TEST(gomoku_caro_five_is_blocked_by_stones_and_not_by_the_edge) {
    std::string row = with_stones(9, {"a1", "b1", "c1", "d1", "e1"});
    CHECK(gomoku::outcome(row, "caro") == "X");
    row[gomoku::parse_move("f1", 9)] = 'O';
    CHECK(gomoku::outcome(row, "caro") == "X");
    std::string inside = with_stones(9, {"b5", "c5", "d5", "e5", "f5"});
    inside[gomoku::parse_move("a5", 9)] = 'O';
    CHECK(gomoku::outcome(inside, "caro") == "X");
    inside[gomoku::parse_move("g5", 9)] = 'O';
    CHECK(!gomoku::outcome(inside, "caro"));
    CHECK(!gomoku::outcome(with_stones(9, {"b5", "c5", "d5", "e5", "f5", "g5"}), "caro"));
}

TEST(gomoku_side_without_a_legal_move_has_drawn) {
    const std::string cells = "XX.XXXOOXXOXXXOOXXOOXXOOXXOOXXOOXXOO";
    CHECK(gomoku::outcome(cells + " X", "renju") == "draw");
    CHECK(gomoku::legal_moves(cells + " X", "renju").empty());
    CHECK(gomoku::perft(cells + " X", "renju", 3, never) == 1u);
    CHECK(gomoku::legal_moves(cells + " O", "renju") == Moves{"c6"});
}

TEST(gomoku_perft_counts_games_that_ended_once) {
    const std::string empty = with_stones(15, {});
    CHECK(gomoku::perft(empty, "freestyle", 0, never) == 1u);
    CHECK(gomoku::perft(empty, "freestyle", 1, never) == 225u);
    CHECK(gomoku::perft(empty, "freestyle", 3, never) == 225u * 224 * 223);
    // One of the 21 empty cells wins at once; each of the other 20 leaves 20 replies.
    const std::string four = with_stones(5, {"a1", "b1", "c1", "d1"});
    CHECK(gomoku::perft(four, "freestyle", 2, never) == 1u + 20 * 20);
    const StopFlag stopped{true};
    CHECK(!gomoku::perft(empty, "freestyle", 9, stopped));
}
