#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/bind.hpp"
#include "pentomino/rules.hpp"

namespace fivefold::bind {

using namespace nb::literals;

void add_pentomino(nb::module_& module) {
    module.def(
        "pentomino_legal_moves",
        [](const nb::str& position, int rows, int columns) {
            return pentomino::legal_moves(utf8(position), rows, columns);
        },
        "position"_a, "rows"_a, "columns"_a,
        "The legal moves by piece letter, then by cells; none when the game is over.");
    module.def(
        "pentomino_play",
        [](const nb::str& position, const nb::str& move, int rows, int columns) {
            return pentomino::play(utf8(position), utf8(move), rows, columns);
        },
        "position"_a, "move"_a, "rows"_a, "columns"_a, "The position after a legal move.");
    module.def(
        "pentomino_outcome",
        [](const nb::str& position, int rows, int columns) {
            return pentomino::outcome(utf8(position), rows, columns);
        },
        "position"_a, "rows"_a, "columns"_a,
        "'X' or 'O', whoever placed the last piece; None while the game goes on.");
    module.def(
        "pentomino_perft",
        [](const nb::str& position, int rows, int columns, int depth) {
            return count_interruptibly(depth, [=, position = utf8(position)](const StopFlag& stop) {
                return pentomino::perft(position, rows, columns, depth, stop);
            });
        },
        "position"_a, "rows"_a, "columns"_a, "depth"_a,
        "The number of positions depth moves on; a game that ends earlier counts once.");
}

}  // namespace fivefold::bind
