#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <mutex>
#include <string>
#include <vector>

#include "bind/bind.hpp"
#include "gomoku/proof/forced_win.hpp"
#include "gomoku/rules/position.hpp"

namespace fivefold::bind {

using namespace nb::literals;

namespace {

// The result of a forced-win search, as text.
struct ForcedWinInTexts {
    gomoku::ForcedWin win;
    int size;

    std::string text(int cell) const { return gomoku::format_move(cell, size); }

    std::vector<std::string> line() const {
        std::vector<std::string> moves;
        for (const int cell : win.line) {
            moves.push_back(text(cell));
        }
        return moves;
    }

    // (move, {reply: subtree}, otherwise); equal positions share one subtree.
    nb::object tree() const {
        std::vector<nb::object> made;
        for (int number = 0; number < win.tree.size(); ++number) {  // children come before parents
            const gomoku::ProofTree::Node& node = win.tree.node(number);
            nb::dict replies;
            for (const auto& [reply, answer] : node.replies) {
                replies[text(reply).c_str()] = made[static_cast<std::size_t>(answer)];
            }
            nb::object otherwise = nb::none();
            if (node.otherwise != gomoku::ProofTree::nothing) {
                otherwise = made[static_cast<std::size_t>(node.otherwise)];
            }
            made.push_back(nb::make_tuple(text(node.move), replies, otherwise));
        }
        return win.is_found ? made[static_cast<std::size_t>(win.tree.root())] : nb::none();
    }
};

std::size_t checked_memory(std::int64_t megabytes) {
    constexpr std::int64_t most = 1 << 20;
    if (megabytes < 1 || megabytes > most) {
        throw std::invalid_argument("The memory must be 1 to 1048576 MiB.");
    }
    return static_cast<std::size_t>(megabytes);
}

gomoku::Force force_named(std::string_view kind) {
    if (kind == "vcf") {
        return gomoku::Force::fours;
    }
    if (kind == "vct") {
        return gomoku::Force::threes;
    }
    throw std::invalid_argument("The kind must be vcf or vct.");
}

// The solver for Python. Threads take turns: one search at a time.
class SharedForcedWinSolver {
  public:
    explicit SharedForcedWinSolver(std::int64_t megabytes) : solver_(checked_memory(megabytes)) {}

    ForcedWinInTexts solve(const nb::str& position, const nb::str& rules, const nb::str& kind,
                           std::optional<double> seconds, std::optional<std::uint64_t> nodes,
                           const nb::object& stop, std::optional<int> max_plies) {
        if (seconds && !(*seconds >= 0)) {
            throw std::invalid_argument("The seconds must not be negative.");
        }
        if (max_plies && *max_plies < 1) {
            throw std::invalid_argument("The plies must be at least 1.");
        }
        const gomoku::Force force = force_named(utf8(kind));
        const gomoku::ForceLimits limits{
            .nodes = nodes.value_or(std::numeric_limits<std::uint64_t>::max()),
            .plies = std::min(max_plies.value_or(gomoku::unlimited_plies), gomoku::unlimited_plies),
            .proves_none = true};
        const std::string_view text = utf8(position);
        const std::string_view rule_text = utf8(rules);
        const int size = gomoku::Position(text, gomoku::parse_rules(rule_text)).size();
        return {run_interruptibly(seconds, stop,
                                  [&](const StopFlag& flag) {
                                      const std::lock_guard held(one_at_a_time_);
                                      return solver_.solve(text, rule_text, force, limits, flag);
                                  }),
                size};
    }

  private:
    std::mutex one_at_a_time_;
    gomoku::ForcedWinSolver solver_;
};

}  // namespace

void add_gomoku_threats(nb::module_& module) {
    nb::class_<ForcedWinInTexts>(module, "GomokuProof", "The result of a forced-win search.")
        .def_prop_ro(
            "found", [](const ForcedWinInTexts& proof) { return proof.win.is_found; },
            "Whether the side to move wins.")
        .def_prop_ro(
            "complete", [](const ForcedWinInTexts& proof) { return proof.win.is_complete; },
            "Whether it is proven that no win of this kind exists within the plies.")
        .def_prop_ro(
            "plies", [](const ForcedWinInTexts& proof) { return proof.win.plies; },
            "Plies to five on the longest line; 0 if no win was found.")
        .def_prop_ro("line", &ForcedWinInTexts::line, "The moves of that line.")
        .def_prop_ro("tree", &ForcedWinInTexts::tree,
                     "(move, {reply: tree}, tree after any other reply); None if no win was found.")
        .def_prop_ro(
            "nodes", [](const ForcedWinInTexts& proof) { return proof.win.nodes; },
            "Positions searched.");
    nb::class_<SharedForcedWinSolver>(module, "GomokuThreats",
                                      "Finds forced wins by fours (vcf) or fours and threes (vct).")
        .def(nb::init<std::int64_t>(), "memory"_a = 64, "A solver with memory MiB of tables.")
        .def("solve", &SharedForcedWinSolver::solve, "position"_a, "rules"_a, "kind"_a,
             "seconds"_a = nb::none(), "nodes"_a = nb::none(), "stop"_a = nb::none(),
             "most_plies"_a = nb::none(),
             "Looks for a forced win of the side to move within the limits.");
}

}  // namespace fivefold::bind
