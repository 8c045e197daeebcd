// The Othello engine: correct where it claims exactness, the same on every processor, within its
// limits.
#include <algorithm>
#include <chrono>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "core/text.hpp"
#include "othello/rules/position.hpp"
#include "othello/rules/rules.hpp"
#include "othello/search/root.hpp"
#include "othello/search/searcher.hpp"
#include "tests/check.hpp"

namespace {

using namespace fivefold;
using namespace fivefold::othello;

const StopFlag never{false};

// Meaningless weights: the search must be correct with any.
std::vector<std::byte> any_weights() {
    std::mt19937 chance(7);
    Trained trained;
    const Packing packing;
    for (auto& knot : trained.knots) {
        knot.resize(static_cast<std::size_t>(packing.count()));
        for (auto& number : knot) {
            number = static_cast<std::int16_t>(static_cast<int>(chance() % 65) - 32);
        }
    }
    return write_trained(trained);
}

Searcher make_searcher(int threads = 1, Kernel kernel = Kernel::best) {
    static const std::shared_ptr<const Weights> weights = Weights::read(any_weights());
    return Searcher(weights, 4, threads, kernel);
}

const std::string start = std::string(27, '.') + "OX......XO" + std::string(27, '.') + " X";

// A position of random play with `empties` empty cells where some side can move.
std::string random_position(std::mt19937& chance, int empties) {
    while (true) {
        std::string position = start;
        while (std::count(position.begin(), position.end(), '.') > empties) {
            const auto moves = legal_moves(position);
            if (moves.empty()) {
                break;
            }
            position = play(position, moves[chance() % moves.size()]);
        }
        if (std::count(position.begin(), position.end(), '.') == empties &&
            !legal_moves(position).empty()) {
            return position;
        }
    }
}

int brute_force(const Board<8>& board, int alpha, int beta) {
    if (is_over(board)) {
        return final_score_of(board) / disc;
    }
    Bits legal = board.moves();
    if (legal == 0) {
        return -brute_force(board.passed(), -beta, -alpha);
    }
    while (legal != 0 && alpha < beta) {
        alpha = std::max(alpha, -brute_force(board.played(take_lowest(legal)), -beta, -alpha));
    }
    return alpha;
}

int brute_force(const std::string& position) {
    return brute_force(parse_position(position).board<8>(), -64, 64);
}

// The final disc difference after a line, for the side to move at its start.
int score_at_the_end(std::string position, const std::vector<std::string>& moves) {
    const bool first = position.back() == 'X';
    for (const std::string& move : moves) {
        position = play(position, move);
    }
    CHECK(legal_moves(position).empty());
    const Position end = parse_position(position);
    const int score = final_score_of({end.first, end.second}) / disc;
    return first ? score : -score;
}

}  // namespace

TEST(a_solved_position_has_the_score_of_brute_force_and_a_line_that_reaches_it) {
    std::mt19937 chance(1);
    Searcher searcher = make_searcher();
    for (int round = 0; round < 30; ++round) {
        const std::string position = random_position(chance, 1 + round % 10);
        const int expected = brute_force(position);
        const Report report = searcher.solve(position, {}, false, never);
        CHECK(report.exact);
        CHECK(report.lines.front().score == expected);
        CHECK(score_at_the_end(position, report.lines.front().pv) == expected);
        const Report winner = searcher.solve(position, {}, true, never);
        CHECK(winner.lines.front().score == (expected > 0) - (expected < 0));
    }
}

TEST(an_exact_search_stays_exact_after_selective_ones) {
    std::mt19937 chance(2);
    for (int round = 0; round < 3; ++round) {
        const std::string position = random_position(chance, 17);
        Searcher selective = make_searcher();
        selective.search(position, {{}, 12, {}}, false, never);
        const Report after = selective.solve(position, {}, false, never);
        const auto plain =
            make_search(std::make_shared<TableMemory>(4), Weights::read(any_weights()));
        const Board<8> board = parse_position(position).board<8>();
        const int exact = plain->window(board.own, board.other, -max_score - 1, max_score + 1, 60,
                                        unselective, {never, ~std::uint64_t{0}});
        CHECK(after.exact);
        CHECK(after.lines.front().score * disc == exact);
    }
}

TEST(an_interrupted_search_claims_exactness_only_when_true) {
    std::mt19937 chance(9);
    Searcher searcher = make_searcher();
    int claims = 0;
    for (int round = 0; round < 400; ++round) {
        const std::string position = random_position(chance, 3 + round % 5);
        for (std::uint64_t nodes = 4; nodes < 2000; nodes += 1 + nodes / 2) {
            searcher.forget();
            const Report cut = round % 2 ? searcher.search(position, {{}, {}, nodes}, false, never)
                                         : searcher.solve(position, {{}, {}, nodes}, false, never);
            for (const Line& line : cut.lines) {
                if (line.exact) {
                    ++claims;
                    CHECK(line.score == -brute_force(play(position, line.move)));
                }
            }
            if (cut.exact) {
                CHECK(cut.lines.front().score == brute_force(position));
                break;
            }
        }
    }
    CHECK(claims > 400);
}

TEST(every_move_of_a_solved_position_has_its_own_exact_score) {
    std::mt19937 chance(3);
    Searcher searcher = make_searcher();
    const std::string position = random_position(chance, 9);
    const Report report = searcher.search(position, {}, true, never);
    CHECK(report.exact);
    CHECK(report.lines.size() == legal_moves(position).size());
    for (const Line& line : report.lines) {
        CHECK(line.exact);
        CHECK(line.score <= report.lines.front().score);
        CHECK(line.score == -brute_force(play(position, line.move)));
        CHECK(line.pv.front() == line.move);
    }
}

TEST(both_kernels_return_the_same_in_the_same_nodes) {
    std::mt19937 chance(4);
    for (const int empties : {44, 30, 16}) {
        const std::string position = random_position(chance, empties);
        Searcher best = make_searcher(1, Kernel::best);
        Searcher portable = make_searcher(1, Kernel::portable);
        const Limits limits{{}, empties == 16 ? 16 : 7, {}};
        const Report left = best.search(position, limits, false, never);
        const Report right = portable.search(position, limits, false, never);
        CHECK(left.nodes == right.nodes);
        CHECK(left.lines.front().score == right.lines.front().score);
        CHECK(left.lines.front().pv == right.lines.front().pv);
    }
}

TEST(a_search_repeats_after_clearing_the_table) {
    Searcher searcher = make_searcher();
    const Report first = searcher.search(start, {{}, {}, 50'000}, false, never);
    searcher.search(play(start, "f5"), {{}, 8, {}}, true, never);
    searcher.forget();
    const Report second = searcher.search(start, {{}, {}, 50'000}, false, never);
    CHECK(first.nodes == second.nodes);
    CHECK(first.nodes >= 50'000 && first.nodes < 60'000);
    CHECK(first.lines.front().score == second.lines.front().score);
    CHECK(first.lines.front().pv == second.lines.front().pv);
}

TEST(threads_agree_on_what_is_exact) {
    std::mt19937 chance(5);
    Searcher one = make_searcher(1);
    Searcher three = make_searcher(3);
    for (int round = 0; round < 3; ++round) {
        const std::string position = random_position(chance, 15);
        const Report alone = one.solve(position, {}, false, never);
        const Report together = three.solve(position, {}, false, never);
        CHECK(together.exact);
        CHECK(alone.lines.front().score == together.lines.front().score);
    }
    CHECK(three.search(start, {{}, 10, {}}, false, never).depth == 10);
}

TEST(a_stopped_search_returns_its_best_result) {
    for (const int threads : {1, 2}) {
        Searcher searcher = make_searcher(threads);
        StopFlag stop{false};
        std::thread stopper([&] {
            while (!searcher.progress() || searcher.progress()->depth < 4) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            stop = true;
        });
        const Report report = searcher.search(start, {}, false, stop);
        stopper.join();
        CHECK(!report.exact);
        CHECK(report.depth >= 4);
        CHECK(report.lines.size() == 1);
    }
    // Even without any time there is a move.
    const StopFlag at_once{true};
    CHECK(make_searcher().search(start, {}, true, at_once).lines.size() == 4);
}

TEST(finished_games_and_passes_are_handled) {
    Searcher searcher = make_searcher();
    const std::string empty_board = std::string(64, '.') + " X";
    const std::string one_colour = std::string(20, 'X') + std::string(44, '.') + " O";
    const std::string full_board = std::string(32, 'X') + std::string(32, 'O') + " X";
    for (const std::string& over : {empty_board, one_colour, full_board}) {
        CHECK(searcher.search(over, {}, true, never).lines.empty());
        CHECK(searcher.solve(over, {}, false, never).exact);
    }
    CHECK(searcher.evaluate(full_board) == 0);
    // X cannot move; O takes the last disc of X by c1.
    const Report passed = searcher.solve("OX." + std::string(61, '.') + " X", {}, false, never);
    CHECK(passed.lines.front().move == "--");
    CHECK(passed.lines.front().score == -64);
    CHECK(fivefold::tests::throws<InvalidText>(
        [&] { searcher.search(std::string(36, '.') + " X", {}, false, never); }));
    CHECK(fivefold::tests::throws<InvalidText>([&] { searcher.search("f5d6", {}, false, never); }));
}

TEST(damaged_weights_are_rejected) {
    std::vector<std::byte> weights = any_weights();
    weights[weights.size() / 2] ^= std::byte{1};
    CHECK(fivefold::tests::throws<InvalidText>([&] { Weights::read(weights); }));
    CHECK(fivefold::tests::throws<InvalidText>([&] { Weights::read({}); }));
}
