#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <mutex>

#include "bind/bind.hpp"
#include "othello/rules/playouts.hpp"
#include "othello/rules/rules.hpp"
#include "othello/search/searcher.hpp"
#include "othello/small/solve.hpp"

namespace fivefold::bind {

using namespace nb::literals;

namespace {

using Seconds = std::optional<double>;
using Nodes = std::optional<std::uint64_t>;

std::span<const std::byte> bytes_of(const nb::bytes& data) {
    return {static_cast<const std::byte*>(data.data()), data.size()};
}

// The weights for Python: read once, shared by all searchers.
class SharedWeights {
  public:
    explicit SharedWeights(const nb::bytes& file)
        : weights(othello::Weights::read(bytes_of(file))) {}

    const std::shared_ptr<const othello::Weights> weights;
};

// The searcher for Python. Threads take turns: one search at a time.
class SharedSearcher {
    template <typename Question>
    othello::Report ask(const othello::Limits& limits, const nb::object& stop,
                        const Question& question) {
        if (limits.seconds && !(*limits.seconds >= 0)) {
            throw std::invalid_argument("The seconds must not be negative.");
        }
        if (limits.depth && *limits.depth < 1) {
            throw std::invalid_argument("The depth must be at least 1.");
        }
        return run_interruptibly(limits.seconds, stop, [&](const StopFlag& flag) {
            const std::lock_guard held(one_at_a_time_);
            return question(flag);
        });
    }

  public:
    SharedSearcher(const SharedWeights& shared, std::int64_t megabytes, int threads)
        : searcher_(shared.weights, checked_memory(megabytes), checked_threads(threads)) {}

    othello::Report search(const nb::str& position, Seconds seconds, std::optional<int> depth,
                           Nodes nodes, const nb::object& stop, bool every_move) {
        const othello::Limits limits{seconds, depth, nodes};
        return ask(limits, stop, [&, text = utf8(position)](const StopFlag& flag) {
            return searcher_.search(text, limits, every_move, flag);
        });
    }

    othello::Report solve(const nb::str& position, Seconds seconds, Nodes nodes,
                          const nb::object& stop, bool win_only) {
        const othello::Limits limits{seconds, std::nullopt, nodes};
        return ask(limits, stop, [&, text = utf8(position)](const StopFlag& flag) {
            return searcher_.solve(text, limits, win_only, flag);
        });
    }

    double evaluate(const nb::str& position) {
        const std::string_view text = utf8(position);
        nb::gil_scoped_release released;
        const std::lock_guard held(one_at_a_time_);
        return searcher_.evaluate(text);
    }

    std::optional<othello::Report> progress() const { return searcher_.progress(); }

    void forget() {
        nb::gil_scoped_release released;
        const std::lock_guard held(one_at_a_time_);
        searcher_.forget();
    }

  private:
    std::mutex one_at_a_time_;
    othello::Searcher searcher_;
};

void add_rules(nb::module_& module) {
    module.def(
        "othello_legal_moves",
        [](const nb::str& position) { return othello::legal_moves(utf8(position)); }, "position"_a,
        "The legal moves in reading order; ['--'] for a forced pass, empty once the game is over.");
    module.def(
        "othello_play",
        [](const nb::str& position, const nb::str& move) {
            return othello::play(utf8(position), utf8(move));
        },
        "position"_a, "move"_a, "The position after a legal move.");
    module.def(
        "othello_outcome", [](const nb::str& position) { return othello::outcome(utf8(position)); },
        "position"_a, "'X', 'O' or 'draw'; None while the game is on.");
    module.def(
        "othello_perft",
        [](const nb::str& position, int depth) {
            return count_interruptibly(depth,
                                       [depth, position = utf8(position)](const StopFlag& stop) {
                                           return othello::perft(position, depth, stop);
                                       });
        },
        "position"_a, "depth"_a,
        "The number of positions depth plies ahead; a pass is a move, an ended game counts once.");
}

void add_searcher(nb::module_& module) {
    using othello::Line;
    using othello::Report;
    nb::class_<Line>(module, "OthelloLine", "A move and its expected continuation.")
        .def_ro("move", &Line::move, "The first move; a forced pass is '--'.")
        .def_ro("score", &Line::score, "In discs, for the side to move.")
        .def_ro("depth", &Line::depth, "The depth it was searched to.")
        .def_ro("percent", &Line::percent,
                "Confidence; 100 means that nothing was pruned selectively.")
        .def_ro("exact", &Line::exact, "Whether the score is proven.")
        .def_ro("pv", &Line::pv, "The expected moves, including the first.");
    nb::class_<Report>(module, "OthelloReport", "The result of a search.")
        .def_ro("lines", &Report::lines, "Best first; empty once the game is over.")
        .def_ro("nodes", &Report::nodes, "Positions searched.")
        .def_ro("depth", &Report::depth, "The depth of the last completed search.")
        .def_ro("percent", &Report::percent,
                "Its confidence; 100 means that nothing was pruned selectively.")
        .def_ro("exact", &Report::exact, "Whether the value of the position is proven.");
    nb::class_<SharedWeights>(module, "OthelloWeights",
                              "Trained evaluation weights, shared by searchers.")
        .def(nb::init<const nb::bytes&>(), "file"_a,
             "Reads a weights file; raises ValueError if it is damaged.");
    nb::class_<SharedSearcher>(
        module, "OthelloSearcher",
        "Searches Othello positions on 8x8 and keeps its transposition table.")
        .def(nb::init<const SharedWeights&, std::int64_t, int>(), "weights"_a, "memory"_a = 64,
             "threads"_a = 1, "A searcher with these weights and memory MiB of table.")
        .def("search", &SharedSearcher::search, "position"_a, "seconds"_a = nb::none(),
             "depth"_a = nb::none(), "nodes"_a = nb::none(), "stop"_a = nb::none(),
             "every_move"_a = false,
             "Iterative deepening until a limit or a proof. Returns the best line, or one per "
             "legal move.")
        .def("solve", &SharedSearcher::solve, "position"_a, "seconds"_a = nb::none(),
             "nodes"_a = nb::none(), "stop"_a = nb::none(), "win_only"_a = false,
             "Searches to the end of the game; with win_only the score is 1, 0 or -1.")
        .def("evaluate", &SharedSearcher::evaluate, "position"_a, "The static evaluation in discs.")
        .def("progress", &SharedSearcher::progress, "The state of the running or last search.")
        .def("forget", &SharedSearcher::forget, "Clears the transposition table.");
}

using Counts = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>;

Counts play_out(const nb::str& position, std::uint64_t games, std::uint64_t seed) {
    const auto played =
        run_interruptibly(std::nullopt, nb::none(), [&, text = utf8(position)](const auto& stop) {
            return othello::playouts(text, games, seed, stop);
        });
    return {played->first_wins, played->draws, played->second_wins, played->plies};
}

using SmallSolution = std::tuple<std::optional<int>, std::optional<std::string>,
                                 std::vector<std::string>, std::uint64_t>;

SmallSolution solve_small(const nb::str& position, std::int64_t megabytes, Seconds seconds,
                          Nodes nodes, const nb::object& stop, std::optional<std::string> journal) {
    othello::SmallOptions options;
    options.megabytes = checked_memory(megabytes);
    options.nodes = nodes.value_or(options.nodes);
    options.journal = std::move(journal).value_or("");
    const auto answer =
        run_interruptibly(seconds, stop, [&, text = utf8(position)](const StopFlag& flag) {
            return othello::solve_small(text, options, flag);
        });
    return {answer.score, answer.move, answer.pv, answer.nodes};
}

void add_others(nb::module_& module) {
    module.def("othello_playouts", &play_out, "position"_a, "games"_a, "seed"_a,
               "Plays random games to the end. Returns X's wins, the draws, O's wins and the "
               "total number of moves.");
    module.def("othello_small_solve", &solve_small, "position"_a, "memory"_a = 256,
               "seconds"_a = nb::none(), "nodes"_a = nb::none(), "stop"_a = nb::none(),
               "journal"_a = nb::none(),
               "Solves a position of 4x4 or 6x6. Returns the exact score (None at a limit), a best "
               "move, its line and the nodes. A later call with the same journal file resumes.");
}

}  // namespace

void add_othello(nb::module_& module) {
    add_rules(module);
    add_searcher(module);
    add_others(module);
}

}  // namespace fivefold::bind
