#include "proof/checker.hpp"

#include <chrono>
#include <map>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "tests/check.hpp"

using namespace fivefold;
using namespace std::chrono_literals;
using proof::Checker;

namespace {

const StopFlag never{false};
constexpr unsigned all_pieces = 0xfff;

// The free cells of a picture with eight columns: '.' is free.
std::uint64_t cells(std::string_view picture) {
    std::uint64_t free = 0;
    for (std::size_t i = 0; i < picture.size(); ++i) {
        free |= std::uint64_t{picture[i] == '.'} << i;
    }
    return free;
}

std::uint64_t rectangle(int rows, int columns) {
    std::uint64_t free = 0;
    for (int row = 0; row < rows; ++row) {
        free |= ((std::uint64_t{1} << columns) - 1) << (8 * row);
    }
    return free;
}

unsigned piece(char letter) {
    return 1u << std::string_view("FILNPTUVWXYZ").find(letter);
}

bool is_lost(std::uint64_t free, unsigned pieces) {
    return Checker(1).is_lost(free, pieces, never).value();
}

}  // namespace

TEST(checker_side_without_a_placement_has_lost) {
    CHECK(is_lost(0, all_pieces));
    CHECK(is_lost(rectangle(2, 2), all_pieces));
    CHECK(is_lost(rectangle(5, 5), 0));
    CHECK(!is_lost(rectangle(1, 5), all_pieces));
    CHECK(is_lost(rectangle(1, 5), all_pieces & ~piece('I')));
}

TEST(checker_knows_each_piece_by_its_letter) {
    const std::map<char, std::string_view> picture{
        {'F', "#..#####..#######.######"},
        {'I', "....."},
        {'L', "....####.###"},
        {'N', "#...####..######"},
        {'P', "..######..######.#######"},
        {'T', "...######.#######.######"},
        {'U', ".#.#####...#####"},
        {'V', ".#######.#######...#####"},
        {'W', ".#######..#######..#####"},
        {'X', "#.######...######.######"},
        {'Y', "....#####.######"},
        {'Z', "..#######.#######..#####"},
    };
    for (const auto& [letter, free] : picture) {
        CHECK(!is_lost(cells(free), piece(letter)));
        CHECK(is_lost(cells(free), all_pieces & ~piece(letter)));
    }
}

TEST(checker_two_separate_places_make_an_even_number_of_moves) {
    // Two places that each fit the I, of which there is only one.
    const std::uint64_t both = rectangle(1, 5) | rectangle(1, 5) << 16;
    CHECK(!is_lost(both, piece('I')));
    // One place for the I and one for the X: the first player does not place the last piece.
    const std::uint64_t apart = rectangle(1, 5) | cells("#.######...######.######") << 16;
    CHECK(is_lost(apart, piece('I') | piece('X')));
    CHECK(!is_lost(apart, piece('I')));
}

TEST(checker_gives_the_known_outcomes_of_rectangles) {
    CHECK(is_lost(rectangle(2, 8), all_pieces));
    CHECK(is_lost(rectangle(4, 4), all_pieces));
    CHECK(!is_lost(rectangle(5, 5), all_pieces));
}

TEST(checker_with_hardly_any_memory_gives_the_same_answers) {
    Checker small(0);
    CHECK(small.is_lost(rectangle(5, 6), all_pieces, never) ==
          Checker(16).is_lost(rectangle(5, 6), all_pieces, never));
    CHECK(small.nodes() > 0);
}

TEST(checker_rejects_positions_that_do_not_fit_into_a_word) {
    const std::uint64_t all_cells = ~std::uint64_t{0};
    CHECK(tests::throws<std::invalid_argument>([&] { is_lost(all_cells, 1); }));
    CHECK(tests::throws<std::invalid_argument>([&] { is_lost(all_cells, all_pieces); }));
    CHECK(tests::throws<std::invalid_argument>([&] { is_lost(0, all_pieces + 1); }));
}

TEST(checker_ends_when_another_thread_stops_it) {
    StopFlag stop{false};
    std::thread other([&] {
        std::this_thread::sleep_for(30ms);
        stop = true;
    });
    // The empty board minus twelve corner cells: takes hours.
    const std::uint64_t free = ~std::uint64_t{0} << 12;
    Checker checker(1);
    CHECK(!checker.is_lost(free, all_pieces, stop).has_value());
    other.join();
    CHECK(checker.is_lost(rectangle(2, 8), all_pieces, never) == true);
}
