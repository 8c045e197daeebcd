#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <mutex>

#include "bind/bind.hpp"
#include "pentomino/rules.hpp"
#include "pentomino/solver.hpp"

namespace fivefold::bind {

using namespace nb::literals;

namespace {

using Seconds = std::optional<double>;
using Nodes = std::optional<std::uint64_t>;

int as_number(pentomino::Value value) {
    switch (value) {
        case pentomino::Value::won:
            return 1;
        case pentomino::Value::lost:
            return -1;
        case pentomino::Value::unknown:
            break;
    }
    return 0;
}

std::size_t checked_memory(std::int64_t megabytes) {
    constexpr std::int64_t most = 1 << 20;
    if (megabytes < 1 || megabytes > most) {
        throw std::invalid_argument("The memory must be 1 to 1048576 MiB.");
    }
    return static_cast<std::size_t>(megabytes);
}

// The solver for Python. Threads take turns: one search at a time.
class SharedSolver {
    template <typename Question>
    auto ask(Seconds seconds, Nodes nodes, const nb::object& stop, const Question& question) {
        return run_interruptibly(seconds, stop, [&](const StopFlag& flag) {
            const std::lock_guard held(one_at_a_time_);
            const pentomino::Budget budget{
                flag, nodes.value_or(std::numeric_limits<std::uint64_t>::max())};
            return question(budget);
        });
    }

  public:
    SharedSolver(int rows, int columns, std::int64_t megabytes, bool misere)
        : solver_(rows, columns, checked_memory(megabytes), misere) {}

    std::tuple<int, std::optional<std::string>, std::uint64_t> solve(const nb::str& position,
                                                                     Seconds seconds, Nodes nodes,
                                                                     const nb::object& stop) {
        const auto answer = ask(seconds, nodes, stop, [&, text = utf8(position)](auto& budget) {
            return solver_.solve(text, budget);
        });
        return {as_number(answer.value), answer.move, answer.nodes};
    }

    std::tuple<std::vector<int>, std::uint64_t> values(const nb::str& position, Seconds seconds,
                                                       Nodes nodes, const nb::object& stop) {
        const auto found = ask(seconds, nodes, stop, [&, text = utf8(position)](auto& budget) {
            return solver_.values(text, budget);
        });
        std::vector<int> numbers;
        for (const pentomino::Value value : found.values) {
            numbers.push_back(as_number(value));
        }
        return {numbers, found.nodes};
    }

    void forget() {
        const std::lock_guard held(one_at_a_time_);
        solver_.forget();
    }

  private:
    std::mutex one_at_a_time_;
    pentomino::Solver solver_;
};

}  // namespace

void add_pentomino(nb::module_& module) {
    module.def(
        "pentomino_legal_moves",
        [](const nb::str& position, int rows, int columns) {
            return pentomino::legal_moves(utf8(position), rows, columns);
        },
        "position"_a, "rows"_a, "columns"_a,
        "The legal moves by piece letter, then by cells; empty once the game is over.");
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
        "'X' or 'O', the side that placed the last piece; None while the game is on.");
    module.def(
        "pentomino_perft",
        [](const nb::str& position, int rows, int columns, int depth) {
            return count_interruptibly(depth, [=, position = utf8(position)](const StopFlag& stop) {
                return pentomino::perft(position, rows, columns, depth, stop);
            });
        },
        "position"_a, "rows"_a, "columns"_a, "depth"_a,
        "The number of positions depth plies ahead; a game that ends sooner counts once.");
    nb::class_<SharedSolver>(module, "PentominoSolver",
                             "Solves positions exactly and keeps its transposition table.")
        .def(nb::init<int, int, std::int64_t, bool>(), "rows"_a, "columns"_a, "memory"_a = 64,
             "misere"_a = false, "A solver for one board with memory MiB of table.")
        .def("solve", &SharedSolver::solve, "position"_a, "seconds"_a = nb::none(),
             "nodes"_a = nb::none(), "stop"_a = nb::none(),
             "Returns the value for the side to move (1, -1, or 0 at a limit), a winning move "
             "and the nodes.")
        .def("values", &SharedSolver::values, "position"_a, "seconds"_a = nb::none(),
             "nodes"_a = nb::none(), "stop"_a = nb::none(),
             "Returns, for every legal move, 1 if it wins, -1 if it loses, 0 if unknown; and the "
             "nodes.")
        .def("forget", &SharedSolver::forget, "Clears the transposition table.");
}

}  // namespace fivefold::bind
