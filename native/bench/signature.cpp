// fivefold_signature OTHELLO_WEIGHTS GOMOKU_WEIGHTS < QUESTIONS: prints one search result per
// question. Every build by every compiler must print the same.
//
//     othello DEPTH POSITION
//     gomoku DEPTH RULES POSITION
//     pentomino ROWS COLUMNS POSITION
//
// Each search starts with an empty table on one thread, as in `fivefold bench`.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <span>
#include <sstream>
#include <string>

#include "core/text.hpp"
#include "gomoku/search/searcher.hpp"
#include "othello/search/searcher.hpp"
#include "pentomino/solver.hpp"

namespace {

using namespace fivefold;

constexpr std::size_t megabytes = 64;
const StopFlag never{false};

std::string read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw InvalidText("There is no file " + path + ".");
    }
    return {std::istreambuf_iterator<char>(file), {}};
}

void print(const std::string& game, std::uint64_t nodes, const std::string& move, int score) {
    std::printf("%s %llu %s %d\n", game.c_str(), static_cast<unsigned long long>(nodes),
                move.c_str(), score);
    std::fflush(stdout);
}

template <typename Report>
void print_best(const std::string& game, const Report& report, double parts) {
    const auto& best = report.lines.front();
    print(game, report.nodes, best.move, static_cast<int>(best.score * parts));
}

void answer(const std::string& question, othello::Searcher& othello, gomoku::Searcher& gomoku) {
    std::istringstream words(question);
    std::string game;
    words >> game;
    int number = 0;
    words >> number;
    if (game == "othello") {
        const std::string position = question.substr(static_cast<std::size_t>(words.tellg()) + 1);
        othello.forget();
        print_best(game, othello.search(position, {{}, number, {}}, false, never), 1000);
    } else if (game == "gomoku") {
        std::string rules;
        words >> rules;
        const std::string position = question.substr(static_cast<std::size_t>(words.tellg()) + 1);
        gomoku::Limits limits;
        limits.depth = number;
        gomoku.forget();
        print_best(game, gomoku.search(position, rules, limits, 1, never), 1);
    } else if (game == "pentomino") {
        int columns = 0;
        std::string position;
        words >> columns >> position;
        pentomino::Solver solver(number, columns, megabytes, false);
        const pentomino::Budget budget{never, std::numeric_limits<std::uint64_t>::max()};
        const pentomino::Answer found = solver.solve(position, budget);
        std::string move = found.move.value_or("-");
        std::ranges::replace(move, ' ', '_');
        print(game, found.nodes, move, static_cast<int>(found.value));
    } else {
        throw InvalidText("There is no game " + quoted(game) + ".");
    }
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 3) {
        std::fprintf(stderr,
                     "usage: fivefold_signature OTHELLO_WEIGHTS GOMOKU_WEIGHTS < QUESTIONS\n");
        return 2;
    }
    try {
        const std::string othello_weights = read(arguments[1]);
        const std::string gomoku_weights = read(arguments[2]);
        othello::Searcher othello(othello::Weights::read(std::as_bytes(std::span(othello_weights))),
                                  megabytes, 1);
        gomoku::Searcher gomoku(std::as_bytes(std::span(gomoku_weights)), megabytes, 1);
        for (std::string question; std::getline(std::cin, question);) {
            answer(question, othello, gomoku);
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
