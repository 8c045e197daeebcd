#include "othello/rules/rules.hpp"
#include "core/text.hpp"
#include "othello/rules/position.hpp"
#include "tests/check.hpp"

using namespace fivefold;
using Moves = std::vector<std::string>;

namespace {

const StopFlag never{false};

const std::string start = std::string(27, '.') + "OX......XO" + std::string(27, '.') + " X";

// The slow definition: walk from the cell to the first non-opposing cell.
Bits flips_by_walking(const othello::Board<8>& board, int cell) {
    Bits flipped = 0;
    for (int across = -1; across <= 1; ++across) {
        for (int along = -1; along <= 1; ++along) {
            Bits run = 0;
            int column = cell % 8 + across;
            int row = cell / 8 + along;
            const auto is_inside = [&] {
                return (across != 0 || along != 0) && column >= 0 && column < 8 && row >= 0 &&
                       row < 8;
            };
            while (is_inside() && (board.other & bit(row * 8 + column)) != 0) {
                run |= bit(row * 8 + column);
                column += across;
                row += along;
            }
            if (is_inside() && (board.own & bit(row * 8 + column)) != 0) {
                flipped |= run;
            }
        }
    }
    return flipped;
}

}  // namespace

TEST(othello_starts_with_four_moves_in_reading_order) {
    CHECK(othello::legal_moves(start) == Moves{"d3", "c4", "f5", "e6"});
}

TEST(othello_perft_has_the_known_numbers) {
    const std::vector<std::uint64_t> known{1,    4,     12,     56,      244,     1396,
                                           8200, 55092, 390216, 3005288, 24571284};
    for (std::size_t depth = 0; depth < known.size(); ++depth) {
        CHECK(othello::perft(start, static_cast<int>(depth), never) == known[depth]);
    }
}

TEST(othello_flips_agree_with_walking_on_random_boards) {
    Bits noise = 88172645463325252u;
    const auto random_bits = [&noise] {
        noise ^= noise << 13;
        noise ^= noise >> 7;
        noise ^= noise << 17;
        return noise;
    };
    for (int round = 0; round < 2000; ++round) {
        const Bits taken = random_bits() | (round % 2 == 0 ? random_bits() : 0);
        const Bits own = taken & random_bits();
        const othello::Board<8> board{own, taken & ~own};
        const Bits moves = board.moves();
        for (Bits empty = board.empty(); empty != 0;) {
            const int cell = take_lowest(empty);
            const Bits flipped = board.flips(cell);
            CHECK(flipped == flips_by_walking(board, cell));
            CHECK((flipped != 0) == ((moves & bit(cell)) != 0));
        }
    }
}

TEST(othello_move_turns_the_discs_between) {
    CHECK(othello::play(start, "f5") ==
          std::string(27, '.') + "OX......XXX" + std::string(26, '.') + " O");
}

TEST(othello_pass_exists_only_when_nothing_else_does) {
    const std::string stuck = "XO.............. O";
    CHECK(othello::legal_moves(stuck) == Moves{"--"});
    CHECK(othello::play(stuck, "--") == "XO.............. X");
    CHECK(othello::perft(stuck, 1, never) == 1);
    CHECK(othello::perft(stuck, 2, never) == 1);
    CHECK(!othello::outcome(stuck));
    CHECK(tests::throws<InvalidText>([] { othello::play(start, "--"); }));
}

TEST(othello_ends_when_neither_side_can_move) {
    CHECK(othello::outcome("XXX............. O") == "X");
    CHECK(othello::outcome("O..............X X") == "draw");
    CHECK(othello::outcome("OO.............X X") == "O");
    CHECK(othello::legal_moves("XXX............. O").empty());
    CHECK(othello::perft("XXX............. O", 9, never) == 1);
    CHECK(tests::throws<InvalidText>([] { othello::play("XXX............. O", "--"); }));
}

TEST(othello_rejects_invalid_text) {
    for (const char* text : {"", "X", "................", "................ Z",
                             "...............x X", "................OX"}) {
        CHECK(tests::throws<InvalidText>([text] { othello::legal_moves(text); }));
    }
    for (const char* move : {"", "i1", "a9", "F5", "f5 ", "a1", "d4", "pass"}) {
        CHECK(tests::throws<InvalidText>([move] { othello::play(start, move); }));
    }
}

TEST(othello_perft_returns_nothing_when_stopped) {
    const StopFlag stopped{true};
    CHECK(!othello::perft(start, 30, stopped));
}
