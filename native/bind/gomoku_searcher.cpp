#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <mutex>
#include <span>

#include "bind/bind.hpp"
#include "gomoku/searcher.hpp"
#include "gomoku/threat_kinds.hpp"

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

// The searcher for Python: one question at a time, however many threads ask.
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
            throw std::invalid_argument("The seconds are 0 or more.");
        }
        if (depth && *depth < 1) {
            throw std::invalid_argument("The depth is 1 or more.");
        }
        if (lines < 0) {
            throw std::invalid_argument("The lines are 0 or more.");
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
    nb::class_<Line>(module, "GomokuLine", "A move and what is expected to follow.")
        .def_ro("move", &Line::move, "The first move.")
        .def_ro("score", &Line::score, "In hundredths, for the side to move.")
        .def_ro("wins_in", &Line::wins_in,
                "The ply, from 1, on which the side to move makes five whatever the other side "
                "does; negative when the other side makes it; None when neither is proven.")
        .def_ro("depth", &Line::depth, "How many moves deep it was searched.")
        .def_ro("pv", &Line::pv, "The expected moves, the first included.");
    nb::class_<Report>(module, "GomokuReport", "What a search has found.")
        .def_ro("lines", &Report::lines, "Best first; none when the game is over.")
        .def_ro("nodes", &Report::nodes, "Positions entered.")
        .def_ro("depth", &Report::depth, "The depth of the last search of the best move.")
        .def_ro("selective_depth", &Report::selective_depth, "The longest line looked at.");
    nb::class_<SharedGomokuSearcher>(module, "GomokuSearcher",
                                     "Searches Gomoku positions. What it learns it keeps.")
        .def(nb::init<const std::optional<nb::bytes>&, std::int64_t, int>(),
             "weights"_a = nb::none(), "memory"_a = 64, "threads"_a = 1,
             "A searcher with these weights, by hand when None, and a table of that many MiB.")
        .def("search", &SharedGomokuSearcher::search, "position"_a, "rules"_a,
             "seconds"_a = nb::none(), "depth"_a = nb::none(), "nodes"_a = nb::none(),
             "stop"_a = nb::none(), "lines"_a = 1, "longest"_a = nb::none(),
             "Searches deeper and deeper until a limit or a proof: the best moves, that many of "
             "them with true scores, or with 0 every move near stones. With longest, the seconds "
             "are a share of a clock: it may take less, or more, but never longer than that.")
        .def("progress", &SharedGomokuSearcher::progress,
             "What the running search, or the last one, has found so far.")
        .def("forget", &SharedGomokuSearcher::forget, "Forgets all it has learned.");
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
        "What a stone would make on each empty cell: (cell, 'X' or 'O', kind), strongest kind "
        "first; the kinds are five, open_four, double_four, four_three, four, double_three, "
        "three. None when the game is over; forbidden cells are left out.");
}

}  // namespace fivefold::bind
