#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/bind.hpp"
#include "othello/rules.hpp"

namespace fivefold::bind {

using namespace nb::literals;

void add_othello(nb::module_& module) {
    module.def(
        "othello_legal_moves",
        [](const nb::str& position) { return othello::legal_moves(utf8(position)); }, "position"_a,
        "The legal moves in reading order; a forced pass is ['--'], none when the game is over.");
    module.def(
        "othello_play",
        [](const nb::str& position, const nb::str& move) {
            return othello::play(utf8(position), utf8(move));
        },
        "position"_a, "move"_a, "The position after a legal move.");
    module.def(
        "othello_outcome", [](const nb::str& position) { return othello::outcome(utf8(position)); },
        "position"_a, "'X', 'O' or 'draw'; None while the game goes on.");
    module.def(
        "othello_perft",
        [](const nb::str& position, int depth) {
            return count_interruptibly(depth,
                                       [depth, position = utf8(position)](const StopFlag& stop) {
                                           return othello::perft(position, depth, stop);
                                       });
        },
        "position"_a, "depth"_a,
        "The number of positions depth moves on; a pass is a move, an ended game counts once.");
}

}  // namespace fivefold::bind
