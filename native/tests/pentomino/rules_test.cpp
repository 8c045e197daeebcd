#include <algorithm>
#include <map>

#include "core/text.hpp"
#include "pentomino/placements.hpp"
#include "pentomino/rules.hpp"
#include "pentomino/shapes.hpp"
#include "tests/check.hpp"

using namespace fivefold;
using Moves = std::vector<std::string>;

namespace {

const StopFlag never{false};
const std::string empty(64, '.');

}  // namespace

TEST(there_are_63_orientations_of_12_pieces) {
    std::map<char, int> found;
    for (const auto& orientation : pentomino::orientations()) {
        ++found[pentomino::piece_letters[orientation.piece]];
    }
    const std::map<char, int> known{{'F', 8}, {'I', 2}, {'L', 8}, {'N', 8}, {'P', 8}, {'T', 4},
                                    {'U', 4}, {'V', 4}, {'W', 4}, {'X', 1}, {'Y', 8}, {'Z', 4}};
    CHECK(found == known);
    CHECK(pentomino::orientations().size() == 63);
}

TEST(placements_are_five_connected_cells_each_once) {
    const auto placements = pentomino::placements_on({8, 8});
    CHECK(placements.size() == 2308);
    std::map<Bits, int> seen;
    for (const auto& placement : placements) {
        CHECK(count_bits(placement.cells) == 5);
        CHECK(++seen[placement.cells] == 1);
        Bits reached = placement.cells & (0 - placement.cells);
        for (int step = 0; step < 5; ++step) {
            constexpr Bits not_first_column = 0xfefefefefefefefeu;
            reached |= placement.cells &
                       ((reached << 8) | (reached >> 8) | ((reached << 1) & not_first_column) |
                        ((reached & not_first_column) >> 1));
        }
        CHECK(reached == placement.cells);
    }
}

TEST(pentomino_moves_are_ordered_and_written_in_reading_order) {
    const Moves moves = pentomino::legal_moves(empty, 8, 8);
    CHECK(moves.size() == 2308);
    CHECK(moves.front() == "F a1 b1 b2 c2 b3");
    CHECK(std::find(moves.begin(), moves.end(), "F c4 d4 d5 e5 d6") != moves.end());
    CHECK(pentomino::legal_moves(".....", 1, 5) == Moves{"I a1 b1 c1 d1 e1"});
    CHECK(pentomino::legal_moves("....", 2, 2).empty());
}

TEST(pentomino_perft_has_the_known_numbers) {
    CHECK(pentomino::perft(empty, 8, 8, 0, never) == 1u);
    CHECK(pentomino::perft(empty, 8, 8, 1, never) == 2308u);
    CHECK(pentomino::perft(empty, 8, 8, 2, never) == 3418576u);
    CHECK(pentomino::perft(".....", 1, 5, 7, never) == 1u);
    const StopFlag stopped{true};
    CHECK(!pentomino::perft(empty, 8, 8, 9, stopped));
}

TEST(the_side_that_cannot_place_loses) {
    CHECK(!pentomino::outcome(".....", 1, 5));
    CHECK(pentomino::outcome("IIIII", 1, 5) == "X");
    CHECK(pentomino::outcome("....", 2, 2) == "O");
    const std::string after = pentomino::play(empty, "I a1 a2 a3 a4 a5", 8, 8);
    CHECK(after.substr(0, 9) == "I.......I");
    CHECK(!pentomino::outcome(after, 8, 8));
}

TEST(pentomino_rejects_moves_with_the_reason) {
    const std::string after = pentomino::play(empty, "I a1 a2 a3 a4 a5", 8, 8);
    const auto reason = [&after](const char* move) -> std::string {
        try {
            pentomino::play(after, move, 8, 8);
        } catch (const InvalidText& error) {
            return error.what();
        }
        return "";
    };
    CHECK(reason("I b1 b2 b3 b4 b5").find("already") != std::string::npos);
    CHECK(reason("L a1 b1 c1 d1 a2").find("overlaps") != std::string::npos);
    CHECK(reason("L b1 c1 d1 e1 g7").find("form") != std::string::npos);
    for (const char* move : {"", "F", "F ", "Q b1 b2 b3 b4 b5", "L b2 b1 b3 b4 c4",
                             "L b1 b1 b2 b3 b4", "L h8 i8 a1 a2 a3", "L b1 b2 b3 b4 c4 ",
                             "L b1 b2 b3 b4", "L b1 b2 b3 b4 c4 d4", "Lb1 b2 b3 b4 c4"}) {
        CHECK(reason(move).find("move is") != std::string::npos);
    }
}

TEST(pentomino_rejects_impossible_boards_and_positions) {
    const auto refuses = [](const std::string& text, int rows, int columns) {
        return tests::throws<InvalidText>([&] { pentomino::outcome(text, rows, columns); });
    };
    CHECK(refuses(std::string(65, '.'), 5, 13));
    CHECK(refuses(std::string(23, '.'), 1, 23));
    CHECK(refuses("", 0, 5));
    CHECK(refuses("", -1, -5));
    CHECK(refuses("", 1 << 30, 1 << 30));
    CHECK(refuses("IIIII", 8, 8));
    CHECK(refuses("IIII.", 1, 5));
    CHECK(refuses("LLLLL", 1, 5));
    CHECK(refuses("iiiii", 1, 5));
    CHECK(refuses("IIIIIIIIII", 2, 5));
}
