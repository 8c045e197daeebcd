#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <mutex>
#include <span>

#include "bind/bind.hpp"
#include "gomoku/board/threat_squares.hpp"
#include "gomoku/search/searcher.hpp"

namespace fivefold::bind {

using namespace nb::literals;

namespace {

std::span<const std::byte> bytes_of(const std::optional<nb::bytes>& data) {
    if (!data) {
        return {};
    }
    if (data->size() == 0) {
        throw std::invalid_argument("This is not a Gomoku weights file.");
    }
    return {static_cast<const std::byte*>(data->data()), data->size()};
}

// The searcher for Python. Threads take turns: one search at a time.
class SharedGomokuSearcher {
  public:
    SharedGomokuSearcher(const std::optional<nb::bytes>& weights, std::int64_t megabytes,
                         int threads)
        : searcher_(bytes_of(weights), checked_memory(megabytes), checked_threads(threads)) {}

    gomoku::Report search(const nb::str& position, const nb::str& rules,
                          std::optional<double> seconds, std::optional<int> depth,
                          std::optional<std::uint64_t> nodes, const nb::object& stop, int lines,
                          std::optional<double> longest) {
        if ((seconds && !(*seconds >= 0)) || (longest && !(*longest >= 0))) {
            throw std::invalid_argument("The seconds must not be negative.");
        }
        if (depth && *depth < 1) {
            throw std::invalid_argument("The depth must be at least 1.");
        }
        if (lines < 0) {
            throw std::invalid_argument("The number of lines must not be negative.");
        }
        const gomoku::Limits limits{seconds, depth, nodes, longest};
        return run_interruptibly(
            longest ? longest : seconds, stop,
            [&, text = utf8(position), name = utf8(rules)](const StopFlag& flag) {
                const std::lock_guard held(one_at_a_time_);
                return searcher_.search(text, name, limits, lines, flag);
            });
    }

    std::optional<gomoku::Report> progress() const { return searcher_.progress(); }

    void forget() {
        nb::gil_scoped_release released;
        const std::lock_guard held(one_at_a_time_);
        searcher_.forget();
    }

  private:
    std::mutex one_at_a_time_;
    gomoku::Searcher searcher_;
};

}  // namespace

void add_gomoku_searcher(nb::module_& module) {
    using gomoku::Line;
    using gomoku::Report;
    nb::class_<Line>(module, "GomokuLine", "A move and its expected continuation.")
        .def_ro("move", &Line::move, "The first move.")
        .def_ro("score", &Line::score, "In hundredths, for the side to move.")
        .def_ro("wins_in", &Line::wins_in,
                "Plies, counting from 1, to the proven five of the side to move; negative for "
                "the opponent's; None if neither is proven.")
        .def_ro("depth", &Line::depth, "The depth it was searched to.")
        .def_ro("pv", &Line::pv, "The expected moves, including the first.");
    nb::class_<Report>(module, "GomokuReport", "The result of a search.")
        .def_ro("lines", &Report::lines, "Best first; empty once the game is over.")
        .def_ro("nodes", &Report::nodes, "Positions searched.")
        .def_ro("depth", &Report::depth, "The search depth of the best move.")
        .def_ro("selective_depth", &Report::selective_depth,
                "The length of the longest line searched.");
    nb::class_<SharedGomokuSearcher>(module, "GomokuSearcher",
                                     "Searches Gomoku positions and keeps its transposition table.")
        .def(nb::init<const std::optional<nb::bytes>&, std::int64_t, int>(),
             "weights"_a = nb::none(), "memory"_a = 64, "threads"_a = 1,
             "A searcher with these weights (None: hand-written) and memory MiB of table.")
        .def("search", &SharedGomokuSearcher::search, "position"_a, "rules"_a,
             "seconds"_a = nb::none(), "depth"_a = nb::none(), "nodes"_a = nb::none(),
             "stop"_a = nb::none(), "lines"_a = 1, "longest"_a = nb::none(),
             "Iterative deepening until a limit or a proof. Returns the best moves, `lines` of "
             "them with exact scores; 0 means every move near stones. With longest, the seconds "
             "are a share of a game clock: a search may take more, but never over longest.")
        .def("progress", &SharedGomokuSearcher::progress,
             "The state of the running or last search.")
        .def("forget", &SharedGomokuSearcher::forget, "Clears the transposition table.");
    module.def(
        "gomoku_threats",
        [](const nb::str& position, const nb::str& rules) {
            std::vector<std::tuple<std::string, std::string, std::string>> found;
            for (const gomoku::ThreatSquare& threat :
                 gomoku::threat_squares(utf8(position), utf8(rules))) {
                found.emplace_back(threat.cell, threat.side, threat.kind);
            }
            return found;
        },
        "position"_a, "rules"_a,
        "The threats that a stone on an empty cell would make: (cell, 'X' or 'O', kind), the "
        "strongest first. Kinds: five, open_four, double_four, four_three, four, double_three, "
        "three. Forbidden cells are left out; empty once the game is over.");
}

}  // namespace fivefold::bind
