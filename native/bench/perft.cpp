// fivefold_perft GAME DEPTH [POSITION]: counts leaves on one thread and prints the speed.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "gomoku/rules/rules.hpp"
#include "othello/rules/rules.hpp"
#include "pentomino/rules.hpp"

int main(int count, char** arguments) {
    if (count < 3 || count > 4) {
        std::fprintf(stderr, "usage: fivefold_perft othello|gomoku|pentomino DEPTH [POSITION]\n");
        return 2;
    }
    const std::string game = arguments[1];
    const int depth = std::atoi(arguments[2]);
    const std::string given = count == 4 ? arguments[3] : "";
    const std::string othello_start =
        std::string(27, '.') + "OX......XO" + std::string(27, '.') + " X";
    const std::string gomoku_start = std::string(15 * 15, '.') + " X";
    const std::string pentomino_start(8 * 8, '.');
    const fivefold::StopFlag never{false};
    const auto begin = std::chrono::steady_clock::now();
    std::optional<std::uint64_t> leaves;
    try {
        if (game == "othello") {
            leaves = fivefold::othello::perft(given.empty() ? othello_start : given, depth, never);
        } else if (game == "gomoku") {
            leaves = fivefold::gomoku::perft(given.empty() ? gomoku_start : given, "freestyle",
                                             depth, never);
        } else if (game == "pentomino") {
            leaves = fivefold::pentomino::perft(given.empty() ? pentomino_start : given, 8, 8,
                                                depth, never);
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
    if (!leaves) {
        std::fprintf(stderr, "There is no game called %s.\n", game.c_str());
        return 2;
    }
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    std::printf("%llu leaves, %.3f s, %.1f million leaves/s\n",
                static_cast<unsigned long long>(*leaves), spent.count(),
                static_cast<double>(*leaves) / spent.count() / 1e6);
    return 0;
}
