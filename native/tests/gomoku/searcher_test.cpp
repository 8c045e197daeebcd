#include "gomoku/search/searcher.hpp"

#include <random>
#include <string>

#include "gomoku/board/threat_squares.hpp"
#include "gomoku/rules/position.hpp"
#include "tests/check.hpp"

using namespace fivefold;
using namespace fivefold::gomoku;

namespace {

const StopFlag never{false};

constexpr std::array all_rules{"freestyle", "standard",
                               "renju",     "caro",
                               "omok",      "omok:threes=black:fours=black:six=forbidden"};

std::string empty_board(int size) {
    return std::string(static_cast<std::size_t>(size * size), '.') + " X";
}

std::string after_moves(int size, std::string_view rules, const std::vector<std::string>& moves) {
    Position position(empty_board(size), parse_rules(rules));
    for (const std::string& move : moves) {
        position.place(parse_move(move, size));
    }
    return position.text();
}

Limits to_nodes(std::uint64_t nodes) {
    return {std::nullopt, std::nullopt, nodes};
}

Searcher by_hand(std::size_t megabytes = 2) {
    return Searcher(Weights::by_hand(), megabytes, 1);
}

bool wins_with(const Position& position, int cell) {
    Position after = position;
    after.place(cell);
    return after.winner() == position.to_move();
}

// The squares where the side not to move threatens five.
std::vector<int> threatened_fives(const Position& position, const Rules& rules) {
    std::string text = position.text();
    text.back() = text.back() == 'X' ? 'O' : 'X';
    const Position turned(text, rules);
    std::vector<int> fives;
    for (int cell = 0; cell < turned.cell_count(); ++cell) {
        if (turned.is_legal(cell) && wins_with(turned, cell)) {
            fives.push_back(cell);
        }
    }
    return fives;
}

// Tries every legal reply to the searcher's winning moves with the slow rules.
struct Checker {
    Searcher& searcher;
    std::string_view name;
    const Rules rules;

    // Whether the side that just moved wins against every reply.
    bool wins_after(const Position& position, int plies) {
        const std::vector<int> fives = threatened_fives(position, rules);
        for (int cell = 0; cell < position.cell_count(); ++cell) {
            if (!position.is_legal(cell)) {
                continue;
            }
            Position after = position;
            after.place(cell);
            if (after.is_over()) {
                return false;
            }
            bool is_refuted = false;
            for (const int five : fives) {
                is_refuted = is_refuted || (five != cell && wins_with(after, five));
            }
            if (!is_refuted && !wins(after, plies - 2)) {
                return false;
            }
        }
        return true;
    }

    bool wins(const Position& position, int plies) {
        for (int cell = 0; cell < position.cell_count(); ++cell) {
            if (position.is_legal(cell) && wins_with(position, cell)) {
                return true;
            }
        }
        if (plies < 3) {
            return false;
        }
        // With two lines the search continues even if only one move is possible.
        const Report report = searcher.search(position.text(), name, to_nodes(20'000), 2, never);
        const Line& line = report.lines.front();
        if (!line.wins_in || *line.wins_in < 0) {
            return false;
        }
        Position after = position;
        after.place(parse_move(line.move, position.size()));
        return wins_after(after, plies);
    }
};

}  // namespace

TEST(gomoku_searcher_answers_legally_at_once_under_every_rule_on_every_size) {
    Searcher searcher = by_hand(1);
    std::mt19937 chance(3);
    for (int size = min_size; size <= max_size; ++size) {
        const char* const name = all_rules[static_cast<std::size_t>(size) % all_rules.size()];
        Position position(empty_board(size), parse_rules(name));
        for (int ply = 0; ply < 40 && !position.is_over(); ++ply) {
            const std::uint64_t nodes = ply % 2 == 0 ? 1 : 100;
            const Report report = searcher.search(position.text(), name, to_nodes(nodes), 1, never);
            CHECK(report.lines.size() == 1);
            CHECK(report.nodes <= nodes);
            const int cell = parse_move(report.lines.front().move, size);
            CHECK(position.is_legal(cell));
            CHECK(report.lines.front().pv.front() == report.lines.front().move);
            position.place(cell);
        }
        const Report report = searcher.search(position.text(), name, to_nodes(50), 0, never);
        CHECK(report.lines.empty() == position.is_over());
    }
}

TEST(gomoku_searcher_fills_a_board_to_the_draw) {
    Searcher searcher = by_hand(1);
    for (const char* const name : {"caro", "renju"}) {
        Position position(empty_board(5), parse_rules(name));
        while (!position.is_over()) {
            const Report report = searcher.search(position.text(), name, to_nodes(500), 1, never);
            const int cell = parse_move(report.lines.front().move, 5);
            CHECK(position.is_legal(cell));
            position.place(cell);
        }
        CHECK(searcher.search(position.text(), name, to_nodes(10), 1, never).lines.empty());
    }
}

TEST(gomoku_searcher_finds_forced_moves) {
    Searcher searcher = by_hand();
    const auto best = [&](const std::vector<std::string>& moves, std::string_view rules) {
        return searcher.search(after_moves(15, rules, moves), rules, to_nodes(5'000), 1, never)
            .lines.front();
    };
    const Line five = best({"a1", "h8", "c1", "h9", "e1", "h10", "g1", "h11", "i1"}, "freestyle");
    CHECK((five.move == "h7" || five.move == "h12") && five.wins_in == 1);
    // Both sides have four: making five comes before stopping one.
    const Line first = best({"a1", "h8", "b1", "h9", "c1", "h10", "d1", "h11"}, "freestyle");
    CHECK(first.move == "e1" && first.wins_in == 1);
    const Line stop = best({"h8", "h7", "h9", "a1", "h10", "c1", "h11"}, "freestyle");
    CHECK(stop.move == "h12");
    const Line open = best({"h8", "a1", "h9", "c1", "h10", "e1"}, "freestyle");
    CHECK((open.move == "h7" || open.move == "h11") && open.wins_in == 3);
    CHECK(open.pv.size() == 3);
    const Line lost = best({"h8", "a1", "h9", "c1", "h10", "e1", "h11"}, "freestyle");
    CHECK(lost.wins_in == -2);
    // Six does not win: filling the gap between three and two stones makes no five.
    const Line six = best({"d8", "a1", "e8", "c1", "f8", "e1", "h8", "g1", "i8", "i1"}, "standard");
    CHECK(six.move != "g8");
}

TEST(gomoku_searcher_claims_only_wins_against_every_reply) {
    int claims = 0;
    for (const char* const name : all_rules) {
        Searcher searcher = by_hand();
        Checker checker{searcher, name, parse_rules(name)};
        std::mt19937 chance(7);
        for (int game = 0; game < 3; ++game) {
            Position position(empty_board(9), parse_rules(name));
            while (!position.is_over() && position.empty_count() > 40) {
                std::vector<int> middle;
                for (int cell = 0; cell < 81; ++cell) {
                    if (position.is_legal(cell) && cell / 9 % 8 > 1 && cell % 9 % 8 > 1) {
                        middle.push_back(cell);
                    }
                }
                const Report report =
                    searcher.search(position.text(), name, to_nodes(300), 2, never);
                for (const Line& line : report.lines) {
                    if (!line.wins_in || std::abs(*line.wins_in) > 7) {
                        continue;
                    }
                    ++claims;
                    if (*line.wins_in > 0) {
                        CHECK(checker.wins(position, *line.wins_in + 4));
                    } else {
                        Position after = position;
                        after.place(parse_move(line.move, 9));
                        CHECK(checker.wins(after, -*line.wins_in + 3));
                    }
                }
                position.place(chance() % 2 == 0 && !middle.empty()
                                   ? middle[chance() % middle.size()]
                                   : parse_move(report.lines.front().move, 9));
            }
        }
    }
    CHECK(claims > 50);
}

TEST(gomoku_searcher_is_deterministic_and_forgets) {
    const std::string position =
        after_moves(15, "freestyle", {"h8", "i9", "h9", "h10", "i8", "g8", "j7"});
    Searcher searcher = by_hand();
    const Report first = searcher.search(position, "freestyle", {{}, 5, {}}, 1, never);
    searcher.forget();
    const Report second = searcher.search(position, "freestyle", {{}, 5, {}}, 1, never);
    CHECK(first.nodes == second.nodes && first.depth == 5);
    CHECK(first.lines.front().move == second.lines.front().move);
    CHECK(first.lines.front().score == second.lines.front().score);
    CHECK(searcher.progress()->nodes == second.nodes);
}

TEST(gomoku_searcher_returns_the_requested_lines_best_first) {
    const std::string position = after_moves(15, "freestyle", {"h8", "i9", "h9", "h10"});
    Searcher searcher = by_hand();
    const Report three = searcher.search(position, "freestyle", {{}, 3, {}}, 3, never);
    CHECK(three.lines.size() == 3);
    CHECK(three.lines[0].score >= three.lines[1].score);
    CHECK(three.lines[1].score >= three.lines[2].score);
    const Report all = searcher.search(position, "freestyle", {{}, 1, {}}, 0, never);
    CHECK(all.lines.size() > 50);
}

TEST(gomoku_searcher_uses_several_threads_and_stops) {
    Searcher searcher(Weights::by_hand(), 2, 2);
    const std::string position = after_moves(15, "freestyle", {"h8", "i9", "h9", "h10"});
    CHECK(searcher.search(position, "freestyle", {0.02, {}, {}}, 1, never).lines.size() == 1);
    const StopFlag stopped{true};
    CHECK(searcher.search(position, "freestyle", {}, 1, stopped).lines.size() == 1);
}

TEST(gomoku_forced_win_search_stops_at_the_deadline) {
    const Rules rules = parse_rules("freestyle");
    Board board(Position(after_moves(15, "freestyle", {"h8", "i9", "h9", "h10"}), rules), rules);
    ForcedWinSolver solver(1);
    const ForcedWin win =
        solver.solve(board, Force::threes, {.deadline = std::chrono::steady_clock::now()}, never);
    CHECK(!win.is_found && !win.is_complete && win.nodes == 0);
}

namespace {

// Returns the milliseconds used by iterations of 1, 2, 4 … ms on a clock with a share of 0.1 s and
// at most 0.4 s. `found` is the best move and its value after each; the last repeats.
double used(const std::vector<std::pair<int, int>>& found) {
    const TimeManager::Clock::time_point begin{};
    TimeManager timer({0.1, 0.4}, begin);
    double gone = 0;
    double duration = 1;
    const auto now = [&] {
        return begin + std::chrono::duration_cast<TimeManager::Clock::duration>(
                           std::chrono::duration<double, std::milli>(gone));
    };
    for (std::size_t number = 0; timer.has_time_at(now()); ++number) {
        gone += duration;
        duration *= 2;
        const auto& [move, value] = found[std::min(number, found.size() - 1)];
        if (now() >= *timer.deadline()) {
            return std::chrono::duration<double, std::milli>(*timer.deadline() - begin).count();
        }
        timer.record(move, value, now());
    }
    return gone;
}

}  // namespace

TEST(gomoku_clock_gives_less_time_to_stable_positions_than_to_changing_ones) {
    const double calm = used({{5, 20}});
    const double change_of_mind = used({{5, 20}, {5, 20}, {5, 20}, {5, 20}, {5, 20}, {7, 20}});
    const double fall = used({{5, 20}, {5, 20}, {5, 20}, {5, 20}, {5, 20}, {5, -400}});
    CHECK(calm > 10 && calm < 100);
    CHECK(change_of_mind > calm && change_of_mind <= 400);
    CHECK(fall > calm && fall <= 400);
    std::vector<std::pair<int, int>> trouble;
    for (int number = 0; number < 20; ++number) {
        trouble.emplace_back(number, -300 * number);
    }
    CHECK(used(trouble) > 150 && used(trouble) <= 400);
}

TEST(gomoku_fixed_time_is_nearly_used_up_and_the_tighter_limit_holds) {
    const TimeManager::Clock::time_point begin{};
    const TimeManager capped({0.1, std::nullopt}, begin);
    CHECK(capped.has_time_at(begin + std::chrono::milliseconds(89)));
    CHECK(!capped.has_time_at(begin + std::chrono::milliseconds(91)));
    CHECK(capped.deadline() == begin + std::chrono::milliseconds(100));
    CHECK(capped.has_time_to_spare_at(begin + std::chrono::milliseconds(69)));
    CHECK(!capped.has_time_to_spare_at(begin + std::chrono::milliseconds(71)));
    CHECK(TimeManager({0.1, 0.05}, begin).deadline() == begin + std::chrono::milliseconds(50));
    const TimeManager endless({}, begin);
    CHECK(!endless.deadline() && endless.has_time_at(begin + std::chrono::hours(1000)));
}

TEST(gomoku_weights_survive_a_file_and_damage_is_rejected) {
    const std::shared_ptr<const Weights> weights = Weights::by_hand();
    std::vector<std::byte> file = weights->written();
    const std::shared_ptr<const Weights> read = Weights::read(file);
    CHECK(read->values == weights->values && read->threats == weights->threats);
    CHECK(read->own_scores == weights->own_scores && read->other_scores == weights->other_scores);
    const auto is_refused = [](std::span<const std::byte> bytes) {
        return tests::throws<InvalidText>([&] { Weights::read(bytes); });
    };
    CHECK(is_refused({}));
    CHECK(is_refused(std::span(file).first(file.size() - 1)));
    file[100] ^= std::byte{1};
    CHECK(is_refused(file));
}

TEST(gomoku_threat_squares_are_named_strongest_first) {
    const std::string position =
        after_moves(15, "freestyle", {"h8", "a1", "h9", "c1", "h10", "e1", "b15", "g1"});
    const auto found = threat_squares(position, "freestyle");
    CHECK(found.size() >= 2 && found[0].kind == "open_four" && found[0].side == "X");
    CHECK(found[0].cell == "h11" && found[1].cell == "h7");
    CHECK(threat_squares(std::string(25, 'X') + " O", "freestyle").empty());
}
