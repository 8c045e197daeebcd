// fivefold_gomoku: measures the nodes and the speed of the Gomoku engine.
//
//     fivefold_gomoku midgame [DEPTH [WEIGHTS]]     fixed positions to a fixed depth
#include <array>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/text.hpp"
#include "gomoku/rules/position.hpp"
#include "gomoku/search/searcher.hpp"

namespace {

using namespace fivefold;
using namespace fivefold::gomoku;

const StopFlag never{false};

std::shared_ptr<const Weights> read_weights(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw InvalidText("There is no file " + path + ".");
    }
    const std::string letters{std::istreambuf_iterator<char>(file), {}};
    return Weights::read(std::as_bytes(std::span(letters)));
}

double cpu_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// Openings of 2 to 24 moves from self-play, with their rules.
struct Opening {
    const char* rules;
    int size;
    const char* moves;
};
constexpr std::array<Opening, 8> openings{{
    {"freestyle", 15, "h8 i9"},
    {"freestyle", 15, "h8 i9 h9 h10 i8 g8 j7"},
    {"freestyle", 15, "e5 f6 k11 g7 h8 e8 i5 j9"},
    {"freestyle", 15, "h8 h9 i9 g7 j10 k11 i8 g8 i10 i7 g9 k9"},
    {"freestyle", 20, "k10 l11 k11 k12 j10 l10 l9 m8"},
    {"standard", 15, "h8 g9 i9 g7 i7 i8 g8 h10 h6"},
    {"renju", 15, "h8 h9 j7 i8 g9 i7 i9 g8"},
    {"caro", 15, "h8 i9 h10 h9 g9 i7 i8 g8"},
}};

std::string position_of(const Opening& opening) {
    const Rules rules = parse_rules(opening.rules);
    Position position(
        std::string(static_cast<std::size_t>(opening.size * opening.size), '.') + " X", rules);
    const std::string moves = opening.moves;
    for (std::size_t begin = 0; begin < moves.size();) {
        const std::size_t end = std::min(moves.find(' ', begin), moves.size());
        position.place(parse_move(moves.substr(begin, end - begin), opening.size));
        begin = end + 1;
    }
    return position.text();
}

int midgame(int depth, const std::shared_ptr<const Weights>& weights) {
    Searcher searcher(weights, 64, 1);
    std::uint64_t all_nodes = 0;
    double all_seconds = 0;
    for (const Opening& opening : openings) {
        searcher.forget();
        const std::string position = position_of(opening);
        const double begin = cpu_seconds();
        const Report report = searcher.search(position, opening.rules, {{}, depth, {}}, 1, never);
        const double seconds = cpu_seconds() - begin;
        const Line& line = report.lines.front();
        std::printf("%-9s %-4s %+6d  depth %2d-%2d  %10llu nodes  %7.3f s ", opening.rules,
                    line.move.c_str(), line.score, report.depth, report.selective_depth,
                    static_cast<unsigned long long>(report.nodes), seconds);
        for (const std::string& move : line.pv) {
            std::printf(" %s", move.c_str());
        }
        std::printf("\n");
        all_nodes += report.nodes;
        all_seconds += seconds;
    }
    std::printf("total %llu nodes, %.3f CPU s, %.3f million nodes/s\n",
                static_cast<unsigned long long>(all_nodes), all_seconds,
                static_cast<double>(all_nodes) / all_seconds / 1e6);
    return 0;
}

}  // namespace

int main(int count, char** arguments) {
    const std::vector<std::string> words(arguments, arguments + count);
    try {
        if (count >= 2 && words[1] == "midgame") {
            return midgame(count > 2 ? std::stoi(words[2]) : 10,
                           count > 3 ? read_weights(words[3]) : Weights::by_hand());
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "fivefold_gomoku: %s\n", error.what());
        return 1;
    }
    std::fprintf(stderr, "usage: fivefold_gomoku midgame [DEPTH [WEIGHTS]]\n");
    return 2;
}
