// fivefold_othello: measures the nodes and the speed of the Othello engine.
//
//     fivefold_othello solve WEIGHTS FILE.obf [MEGABYTES]    solves every position exactly
//     fivefold_othello midgame WEIGHTS [DEPTH]               fixed positions to a fixed depth
//     fivefold_othello fit-probcut WEIGHTS [GAMES]           constants of search/probcut.hpp
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "bench/probcut.hpp"
#include "core/text.hpp"
#include "othello/search/searcher.hpp"

namespace {

using namespace fivefold;
using namespace fivefold::othello;

const StopFlag never{false};

std::shared_ptr<const Weights> read_weights(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw InvalidText("There is no file " + path + ".");
    }
    std::vector<std::byte> bytes;
    for (std::istreambuf_iterator<char> at(file), end; at != end; ++at) {
        bytes.push_back(static_cast<std::byte>(*at));
    }
    return Weights::read(bytes);
}

double cpu_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// A position and the score of its best move, if given: `64 cells X; A2:+38; C7:+36;`.
struct Problem {
    std::string position;
    std::string best;
};

std::vector<Problem> read_problems(const std::string& path) {
    std::ifstream file(path);
    if (!file) {
        throw InvalidText("There is no file " + path + ".");
    }
    std::vector<Problem> problems;
    for (std::string line; std::getline(file, line);) {
        if (line.size() < 66) {
            continue;
        }
        Problem problem{line.substr(0, 66), ""};
        for (char& letter : problem.position) {
            letter = letter == '-' ? '.' : letter;
        }
        const std::size_t colon = line.find(':');
        if (colon != std::string::npos) {
            problem.best = line.substr(colon + 1, line.find(';', colon) - colon - 1);
        }
        problems.push_back(problem);
    }
    return problems;
}

int solve(const std::string& weights, const std::string& path, std::size_t megabytes) {
    Searcher searcher(read_weights(weights), megabytes, 1);
    std::uint64_t all_nodes = 0;
    double all_seconds = 0;
    int wrong = 0;
    int number = 0;
    for (const Problem& problem : read_problems(path)) {
        searcher.forget();
        const double begin = cpu_seconds();
        const Report report = searcher.solve(problem.position, {}, false, never);
        const double seconds = cpu_seconds() - begin;
        const Line& line = report.lines.front();
        const bool right =
            problem.best.empty() || std::atoi(problem.best.c_str()) == static_cast<int>(line.score);
        std::printf("%3d  %+3.0f  %s  %12llu nodes  %8.3f s%s\n", ++number, line.score,
                    line.move.c_str(), static_cast<unsigned long long>(report.nodes), seconds,
                    right ? "" : "  WRONG");
        std::fflush(stdout);
        all_nodes += report.nodes;
        all_seconds += seconds;
        wrong += !right;
    }
    std::printf("total %llu nodes, %.3f CPU s, %.1f million nodes/s, %d wrong\n",
                static_cast<unsigned long long>(all_nodes), all_seconds,
                static_cast<double>(all_nodes) / all_seconds / 1e6, wrong);
    return wrong == 0 ? 0 : 1;
}

// Openings of 5 to 28 moves.
constexpr std::array<const char*, 6> midgame_positions{
    "...........................OX......XO........................... X",
    "...................X.......XX......XXO.....O..O................. X",
    "..................OX......OXX.....XOXO....XXX................... O",
    "....X......XX....OOXXX..O.OXOX...XXOOXX...XOO.....XO............ O",
    "..OX......OXXX..OOXXXX..OXOXXO..OOXOX...OOOX....O............... X",
    "..XXX.....XOX..OXXXOOOOOXXOOXO..XXXOXXX..XXXX.....XX............ O"};

int midgame(const std::string& weights, int depth) {
    Searcher searcher(read_weights(weights), 64, 1);
    std::uint64_t all_nodes = 0;
    double all_seconds = 0;
    for (const char* position : midgame_positions) {
        searcher.forget();
        const double begin = cpu_seconds();
        const Report report = searcher.search(position, {{}, depth, {}}, false, never);
        const double seconds = cpu_seconds() - begin;
        const Line& line = report.lines.front();
        std::printf("%s %+6.2f  depth %d@%d%%  %12llu nodes  %8.3f s ", line.move.c_str(),
                    line.score, report.depth, report.percent,
                    static_cast<unsigned long long>(report.nodes), seconds);
        for (const std::string& move : line.pv) {
            std::printf(" %s", move.c_str());
        }
        std::printf("\n");
        all_nodes += report.nodes;
        all_seconds += seconds;
    }
    std::printf("total %llu nodes, %.3f CPU s, %.1f million nodes/s\n",
                static_cast<unsigned long long>(all_nodes), all_seconds,
                static_cast<double>(all_nodes) / all_seconds / 1e6);
    return 0;
}

}  // namespace

int main(int count, char** arguments) {
    const std::vector<std::string> words(arguments, arguments + count);
    try {
        if (count >= 4 && words[1] == "solve") {
            return solve(words[2], words[3], count > 4 ? std::stoul(words[4]) : 64);
        }
        if (count >= 3 && words[1] == "midgame") {
            return midgame(words[2], count > 3 ? std::stoi(words[3]) : 16);
        }
        if (count >= 3 && words[1] == "fit-probcut") {
            bench::fit_probcut(read_weights(words[2]), count > 3 ? std::stoi(words[3]) : 300);
            return 0;
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
    std::fprintf(stderr,
                 "usage: fivefold_othello solve WEIGHTS FILE.obf [MEGABYTES]\n"
                 "       fivefold_othello midgame WEIGHTS [DEPTH]\n"
                 "       fivefold_othello fit-probcut WEIGHTS [GAMES]\n");
    return 2;
}
