#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>

#include "core/text.hpp"
#include "othello/rules/board.hpp"
#include "othello/rules/kernels.hpp"
#include "othello/rules/playouts.hpp"
#include "othello/rules/position.hpp"
#include "othello/rules/rules.hpp"
#include "othello/small/journal.hpp"
#include "othello/small/solve.hpp"
#include "tests/check.hpp"

namespace {

using namespace fivefold::othello;
using fivefold::Bits;
using fivefold::count_bits;
using fivefold::InvalidText;
using fivefold::StopFlag;
using fivefold::take_lowest;

const StopFlag never{false};

// Plain alpha-beta by the definition.
template <int Size>
int score(const Board<Size>& board, int alpha, int beta) {
    Bits moves = board.moves();
    if (moves == 0) {
        if (board.passed().moves() != 0) {
            return -score(board.passed(), -beta, -alpha);
        }
        constexpr int cells = Size * Size;
        const int ours = count_bits(board.own);
        const int theirs = count_bits(board.other);
        return ours > theirs ? cells - 2 * theirs : ours < theirs ? 2 * ours - cells : 0;
    }
    int best = -Size * Size;
    while (moves != 0 && best < beta) {
        best =
            std::max(best, -score(board.played(take_lowest(moves)), -beta, -std::max(alpha, best)));
    }
    return best;
}

// A 6x6 position with `empty` empty cells, not yet over.
std::string random_position(std::mt19937_64& random, std::size_t empty) {
    for (;;) {
        std::string text = "..............OX....XO.............. X";
        for (auto moves = legal_moves(text); !moves.empty(); moves = legal_moves(text)) {
            if (static_cast<std::size_t>(std::count(text.begin(), text.end(), '.')) == empty) {
                return text;
            }
            text = play(text, moves[random() % moves.size()]);
        }
    }
}

SmallOptions small_memory() {
    SmallOptions options;
    options.megabytes = 1;
    return options;
}

// A temporary file, removed at the end of the test.
class Scratch {
  public:
    explicit Scratch(const std::string& name)
        : path((std::filesystem::temp_directory_path() /
                (name + std::to_string(std::random_device{}())))
                   .string()) {}
    ~Scratch() { std::filesystem::remove(path); }

    std::string text() const {
        std::ostringstream all;
        all << std::ifstream(path).rdbuf();
        return all.str();
    }

    void write(const std::string& text) const { std::ofstream(path) << text; }

    const std::string path;
};

}  // namespace

TEST(four_by_four_is_lost_by_ten_whichever_way_the_discs_start) {
    for (const std::string start : {".....OX..XO..... X", ".....XO..OX..... X"}) {
        const SmallAnswer answer = solve_small(start, small_memory(), never);
        CHECK(answer.score == -10);
        CHECK(score(parse_position(start).board<4>(), -16, 16) == -10);
        // The line is legal, complete and ends with that score: 3 to 11.
        std::string text = start;
        for (const std::string& move : answer.pv) {
            text = play(text, move);
        }
        CHECK(legal_moves(text).empty());
        CHECK(answer.move == answer.pv.front());
        const auto first = std::count(text.begin(), text.end() - 2, 'X');
        const auto second = std::count(text.begin(), text.end() - 2, 'O');
        CHECK(16 - 2 * first == 10 && second > first);
    }
}

TEST(six_by_six_is_solved_as_brute_force_solves_it) {
    std::mt19937_64 random(6);
    for (std::size_t empty = 1; empty <= 11; ++empty) {
        for (int number = 0; number < 4; ++number) {
            const std::string text = random_position(random, empty);
            const SmallAnswer answer = solve_small(text, small_memory(), never);
            CHECK(answer.score == score(parse_position(text).board<6>(), -36, 36));
            CHECK(answer.pv.size() >= 1);
        }
    }
}

TEST(both_kernels_search_the_same_nodes_of_a_small_board) {
    std::mt19937_64 random(7);
    SmallJournal none("", 6);
    const SmallOptions options;
    const auto portable = make_portable_small_solver(6, 1);
    const auto best = make_best_small_solver(6, 1);
    for (int number = 0; number < 3; ++number) {
        const Position position = parse_position(random_position(random, 15));
        const Bits own = in_the_middle(position.first, 6);
        const Bits other = in_the_middle(position.second, 6);
        for (const int alpha : {-5, -1, 3}) {
            const auto found = portable->null_window(own, other, alpha, none, options, never);
            CHECK(found && found == best->null_window(own, other, alpha, none, options, never));
        }
    }
    CHECK(portable->nodes() == best->nodes());
}

TEST(a_small_solver_stops_on_request_and_when_out_of_nodes) {
    const std::string start = "..............OX....XO.............. X";
    const StopFlag stopped{true};
    CHECK(!solve_small(start, small_memory(), stopped).score);
    std::atomic<std::uint64_t> progress = 0;
    SmallOptions options = small_memory();
    options.nodes = 200'000;
    options.progress = &progress;
    const SmallAnswer answer = solve_small(start, options, never);
    CHECK(!answer.score && !answer.move && answer.pv.empty());
    CHECK(answer.nodes >= 200'000 && answer.nodes < 400'000);
    CHECK(progress >= 200'000);
}

TEST(a_small_game_that_is_over_has_its_score_and_no_move) {
    const SmallAnswer answer = solve_small("XXXX............ O", small_memory(), never);
    CHECK(answer.score == -16 && !answer.move && answer.pv.empty());
    CHECK(solve_small("................ X", small_memory(), never).score == 0);
    CHECK(fivefold::tests::throws<InvalidText>(
        [] { solve_small(std::string(64, '.') + " X", small_memory(), never); }));
}

TEST(a_journal_returns_its_entries_and_cuts_off_a_torn_line) {
    const Scratch file("fivefold-journal-");
    const Position position = parse_position("..............OX....XO.............. X");
    const Bits own = in_the_middle(position.first, 6);
    const Bits other = in_the_middle(position.second, 6);
    SmallJournal(file.path, 6).add(own, other, {-36, -4});
    CHECK(file.text() == "..............OX....XO.............. X -36 -4\n");
    file.write(file.text() + "..............OX....X");
    const SmallJournal read(file.path, 6);
    CHECK(read.find(own, other) && read.find(own, other)->upper == -4);
    CHECK(!read.find(other, own));
    CHECK(file.text() == "..............OX....XO.............. X -36 -4\n");
    for (const std::string wrong :
         {"my only poem", "..............OX....XO.............. X -36 -44\n",
          "..............OX....XO.............. Z -36 -4\n", "\n", ".....OX..XO..... X -4 4\n"}) {
        file.write(wrong);
        CHECK(fivefold::tests::throws<InvalidText>([&] { SmallJournal(file.path, 6); }));
        CHECK(file.text() == wrong);
    }
    CHECK(fivefold::tests::throws<InvalidText>([] { SmallJournal("/no/such/place", 6); }));
}

TEST(journal_entries_are_not_searched_again) {
    const Scratch file("fivefold-journal-");
    std::mt19937_64 random(8);
    const std::string text = random_position(random, 20);
    SmallOptions options = small_memory();
    options.journal = file.path;
    options.nodes = 1'000'000'000;
    const SmallAnswer searched = solve_small(text, options, never);
    const Position position = parse_position(text);
    const Board<8> board = position.board<8>();
    // One entry for each image of the position, all with the same score: which of them is looked up
    // is an implementation detail.
    {
        SmallJournal journal(file.path, 6);
        Bits own = in_the_middle(board.own, 6);
        Bits other = in_the_middle(board.other, 6);
        const auto turned = [](Bits cells) {
            Bits found = 0;
            while (cells != 0) {
                const int cell = take_lowest(cells);
                found |= fivefold::bit(8 * (cell % 8) + 7 - cell / 8);
            }
            return found;
        };
        for (int image = 0; image < 8; ++image) {
            journal.add(own, other, {*searched.score, *searched.score});
            own = image == 3 ? __builtin_bswap64(own) : turned(own);
            other = image == 3 ? __builtin_bswap64(other) : turned(other);
        }
    }
    options.nodes = 1;
    CHECK(solve_small(text, options, never).score == searched.score);
}

TEST(random_games_are_the_same_for_the_same_seed_on_both_kernels) {
    const std::string start = std::string(27, '.') + "OX......XO" + std::string(27, '.') + " X";
    const auto played = playouts(start, 500, 9, never);
    const auto again = playouts(start, 500, 9, never);
    CHECK(played && again && played->plies == again->plies);
    CHECK(played->first_wins + played->draws + played->second_wins == 500);
    CHECK(played->plies > 500 * 50 && played->plies < 500 * 70);
    const Board<8> board = parse_position(start).board<8>();
    const Playouts portable = portable_kernels().play_out(8, board.own, board.other, 500, 9, never);
    CHECK(portable.plies == played->plies && portable.first_wins == played->first_wins);
    CHECK(playouts(start, 500, 10, never)->plies != played->plies);
    CHECK(!playouts(start, 500, 9, StopFlag{true}));
    // A finished game is already won, without a move.
    const auto over = playouts("XXXX............ O", 3, 1, never);
    CHECK(over && over->first_wins == 3 && over->plies == 0);
}

TEST(both_kernels_count_the_same_leaves) {
    const Board<8> board{0x0000000810000000u, 0x0000001008000000u};
    for (const auto* kernels : {&portable_kernels(), &best_kernels()}) {
        CHECK(kernels->count_leaves(8, board.own, board.other, 8, never) == 390'216);
    }
}
