#include "gomoku/proof/forced_win.hpp"

#include <random>
#include <string>

#include "core/text.hpp"
#include "gomoku/rules/position.hpp"
#include "gomoku/rules/rules.hpp"
#include "tests/check.hpp"

using namespace fivefold;
using gomoku::Force;
using gomoku::ForcedWin;
using gomoku::ProofTree;
using Moves = std::vector<std::string>;

namespace {

const StopFlag never{false};

// A board of this size with stones of both sides, `side` to move.
std::string board_with(int size, const Moves& first, const Moves& second, char side = 'X') {
    std::string text = std::string(static_cast<std::size_t>(size * size), '.') + " " + side;
    for (const std::string& cell : first) {
        text[static_cast<std::size_t>(gomoku::parse_move(cell, size))] = 'X';
    }
    for (const std::string& cell : second) {
        text[static_cast<std::size_t>(gomoku::parse_move(cell, size))] = 'O';
    }
    return text;
}

ForcedWin solved(const std::string& text, const char* rules, Force force,
                 const gomoku::ForceLimits& limits = {}) {
    gomoku::ForcedWinSolver solver(1);
    return solver.solve(text, rules, force, limits, never);
}

// Whether the tree wins for the side to move against every legal reply, by the slow rules.
bool wins_by(gomoku::Position& position, const ProofTree& tree, int number) {
    if (number == ProofTree::nothing) {
        return false;
    }
    const ProofTree::Node& node = tree.node(number);
    if (!position.is_legal(node.move)) {
        return false;
    }
    const gomoku::Side attacker = position.to_move();
    position.place(node.move);
    bool wins = position.winner() == attacker;
    if (!position.is_over()) {
        wins = true;
        for (int reply = 0; wins && reply < position.cell_count(); ++reply) {
            if (!position.is_legal(reply)) {
                continue;
            }
            int answer = node.otherwise;
            for (const auto& [named, next] : node.replies) {
                answer = named == reply ? next : answer;
            }
            position.place(reply);
            wins = !position.is_over() && wins_by(position, tree, answer);
            position.take_back(reply);
        }
    }
    position.take_back(node.move);
    return wins;
}

}  // namespace

TEST(threats_open_three_wins_by_fours_in_three_moves) {
    const ForcedWin win =
        solved(board_with(15, {"g8", "h8", "i8"}, {"a1", "c1", "e1"}), "freestyle", Force::fours);
    CHECK(win.is_found && win.plies == 3 && win.line.size() == 3);
    CHECK(win.tree.node(win.tree.root()).move == win.line[0]);
}

TEST(threats_five_is_a_win_in_one) {
    const std::string four = board_with(9, {"a1", "b1", "c1", "d1"}, {"a9", "b9", "c9", "e9"});
    const ForcedWin win = solved(four, "freestyle", Force::fours);
    CHECK(win.is_found && win.plies == 1 && win.line == std::vector{gomoku::parse_move("e1", 9)});
}

TEST(threats_two_twos_win_by_threes_but_not_by_fours) {
    const std::string text = board_with(15, {"g8", "h8", "i9", "i10"}, {"a1", "c1", "o1", "a15"});
    const ForcedWin fours = solved(text, "freestyle", Force::fours);
    CHECK(!fours.is_found && fours.is_complete);
    const ForcedWin threes = solved(text, "freestyle", Force::threes);
    CHECK(threes.is_found && threes.plies == 5);
    CHECK(threes.line[0] == gomoku::parse_move("i8", 15));
    // The same point is a double three, forbidden to Black in renju and to both sides in omok.
    const ForcedWin renju = solved(text, "renju", Force::threes, {.nodes = 20000});
    CHECK(!renju.is_found || renju.line[0] != gomoku::parse_move("i8", 15));
}

TEST(threats_six_does_not_win_where_it_does_not_count) {
    // X . X X X . .   with a stone beyond: b1 makes six.
    const std::string text = board_with(9, {"a5", "c5", "d5", "e5"}, {"g5", "a1", "c1", "e1"});
    CHECK(solved(text, "freestyle", Force::fours).plies == 1);
    const std::string six = board_with(9, {"a5", "c5", "d5", "e5", "f5"}, {"g5", "a1", "c1", "e1"});
    CHECK(solved(six, "freestyle", Force::fours).is_found);
    CHECK(!solved(six, "standard", Force::fours).is_found);
    CHECK(!solved(six, "renju", Force::fours).is_found);
}

TEST(threats_white_wins_where_the_defence_is_forbidden_to_black) {
    // White's four in the row can be stopped only on f5, where Black would make six.
    const Moves black{"f8", "f7", "f6", "f4", "f3", "a5"};
    const std::string text = board_with(8, black, {"b5", "c5", "d5", "h1", "h3"}, 'O');
    const ForcedWin renju = solved(text, "renju", Force::fours);
    CHECK(renju.is_found && renju.plies == 3 && renju.line.size() == 3);
    CHECK(renju.line[0] == gomoku::parse_move("e5", 8));
    CHECK(!solved(text, "standard", Force::fours).is_found);
}

TEST(threats_searches_keep_their_limits) {
    const std::string text = board_with(15, {"g8", "h8", "i9", "i10"}, {"a1", "c1", "o1", "a15"});
    const ForcedWin short_ones =
        solved(text, "freestyle", Force::threes, {.plies = 3, .proves_none = true});
    CHECK(!short_ones.is_found && short_ones.is_complete);
    const ForcedWin few = solved(text, "freestyle", Force::threes, {.nodes = 1});
    CHECK(!few.is_found && !few.is_complete && few.nodes <= 1);
    const StopFlag stopped{true};
    gomoku::ForcedWinSolver solver(1);
    const ForcedWin none = solver.solve(text, "freestyle", Force::threes, {}, stopped);
    CHECK(!none.is_found && !none.is_complete);
}

TEST(threats_none_is_proven_only_after_every_threat_was_tried) {
    const std::string text = board_with(15, {"h8", "h9"}, {"a1", "c1"});
    const ForcedWin shapes = solved(text, "freestyle", Force::threes);
    CHECK(!shapes.is_found && shapes.is_exhausted && !shapes.is_complete);
    const ForcedWin all = solved(text, "freestyle", Force::threes, {.proves_none = true});
    CHECK(!all.is_found && all.is_exhausted && all.is_complete);
    const ForcedWin few =
        solved(text, "freestyle", Force::threes, {.nodes = 2, .proves_none = true});
    CHECK(!few.is_found && !few.is_exhausted && !few.is_complete);
}

TEST(threats_survive_a_counter_four_whose_block_threatens_nothing) {
    std::string text = board_with(15, {}, {});
    const std::string moves = "f9h9k6h7h6f7g7i5g8g6i8h8h5f4f5e5j6g4l6i6e4e8k5d6c7e7n6";
    for (std::size_t at = 0; at < moves.size(); at += 2) {
        text = gomoku::play(text, moves.substr(at, 2), "freestyle");
    }
    const ForcedWin win = solved(text, "freestyle", Force::threes, {.nodes = 500000});
    CHECK(win.is_found && win.plies <= 15);
}

TEST(threats_none_on_an_empty_board_or_after_the_end) {
    for (const Force force : {Force::fours, Force::threes}) {
        const ForcedWin empty =
            solved(board_with(15, {}, {}), "freestyle", force, {.proves_none = true});
        CHECK(!empty.is_found && empty.is_complete && empty.tree.is_empty());
        const std::string over = board_with(9, {"a1", "b1", "c1", "d1", "e1"}, {}, 'O');
        CHECK(!solved(over, "freestyle", force).is_found);
    }
    CHECK(tests::throws<InvalidText>([] { solved("X", "freestyle", Force::fours); }));
}

TEST(threats_are_the_same_each_time) {
    const std::string text = board_with(15, {"g8", "h8", "i9", "i10"}, {"a1", "c1", "o1", "a15"});
    gomoku::ForcedWinSolver solver(1);
    const ForcedWin first = solver.solve(text, "standard", Force::threes, {}, never);
    const ForcedWin again = solver.solve(text, "standard", Force::threes, {}, never);
    CHECK(first.line == again.line && first.plies == again.plies);
}

TEST(threats_on_small_boards_win_against_every_legal_reply) {
    std::mt19937 chance(8);
    gomoku::ForcedWinSolver solver(1);
    int proven = 0;
    for (const char* rules : {"freestyle", "standard", "renju", "caro", "omok",
                              "omok:threes=black:fours=black:six=win"}) {
        const gomoku::Rules read = gomoku::parse_rules(rules);
        for (int game = 0; game < 40; ++game) {
            std::string text(36, '.');
            const unsigned stones = 12 + chance() % 12;
            for (unsigned stone = 0; stone < stones; ++stone) {
                text[chance() % 36] = "XO"[stone % 2];
            }
            text += game % 2 == 0 ? " X" : " O";
            if (tests::throws<InvalidText>([&] { gomoku::outcome(text, rules); })) {
                continue;  // both sides have five
            }
            gomoku::Position position(text, read);
            if (position.is_over()) {
                continue;
            }
            for (const Force force : {Force::fours, Force::threes}) {
                const ForcedWin win = solver.solve(text, rules, force, {.nodes = 20000}, never);
                if (win.is_found && win.plies <= 7) {
                    CHECK(wins_by(position, win.tree, win.tree.root()));
                    ++proven;
                }
            }
        }
    }
    CHECK(proven > 60);
}
