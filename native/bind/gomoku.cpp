#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/bind.hpp"
#include "gomoku/rules/rules.hpp"

namespace fivefold::bind {

using namespace nb::literals;

void add_gomoku(nb::module_& module) {
    module.def(
        "gomoku_legal_moves",
        [](const nb::str& position, const nb::str& rules) {
            return gomoku::legal_moves(utf8(position), utf8(rules));
        },
        "position"_a, "rules"_a, "The legal moves in reading order; empty once the game is over.");
    module.def(
        "gomoku_play",
        [](const nb::str& position, const nb::str& move, const nb::str& rules) {
            return gomoku::play(utf8(position), utf8(move), utf8(rules));
        },
        "position"_a, "move"_a, "rules"_a, "The position after a legal move.");
    module.def(
        "gomoku_outcome",
        [](const nb::str& position, const nb::str& rules) {
            return gomoku::outcome(utf8(position), utf8(rules));
        },
        "position"_a, "rules"_a, "'X', 'O' or 'draw'; None while the game is on.");
    module.def(
        "gomoku_perft",
        [](const nb::str& position, const nb::str& rules, int depth) {
            return count_interruptibly(depth, [depth, position = utf8(position),
                                               rules = utf8(rules)](const StopFlag& stop) {
                return gomoku::perft(position, rules, depth, stop);
            });
        },
        "position"_a, "rules"_a, "depth"_a,
        "The number of positions depth plies ahead; a game that ends sooner counts once.");
}

}  // namespace fivefold::bind
