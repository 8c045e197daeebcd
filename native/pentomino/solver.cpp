#include "pentomino/solver.hpp"

#include <algorithm>
#include <numeric>

#include "core/cpu.hpp"

namespace fivefold::pentomino {

namespace {

// Every move gets this many nodes before any gets more, so the easy ones are decided early.
constexpr std::uint64_t first_share = 20'000;
constexpr std::uint64_t share_growth = 8;

std::unique_ptr<Search> make_search(Setting setting, Kernel kernel) {
#if defined(FIVEFOLD_HAS_FAST_SEARCH)
    if (kernel == Kernel::best && can_run_fast_build()) {
        return make_fast_search(std::move(setting));
    }
#else
    (void)kernel;
#endif
    return make_portable_search(std::move(setting));
}

int pieces_down(const Position& position) {
    int count = 0;
    for (int piece = 0; piece < piece_count; ++piece) {
        count += position.is_used(piece);
    }
    return count;
}

}  // namespace

Solver::Solver(int rows, int columns, std::size_t megabytes, bool last_loses, Kernel kernel)
    : rectangle_(checked_rectangle(rows, columns)), placements_(placements_on(rectangle_)) {
    for (std::size_t index = 0; index < placements_.size(); ++index) {
        index_of_[placements_[index].cells] = static_cast<int>(index);
    }
    search_ = make_search({placements_, Frame(rectangle_), megabytes, last_loses}, kernel);
}

std::vector<int> Solver::live_in(const Position& position) const {
    std::vector<int> live;
    live.reserve(position.live().size());
    for (const Placement& placement : position.live()) {
        live.push_back(index_of_.at(placement.cells));
    }
    return live;
}

Answer Solver::solve(std::string_view text, const Budget& budget) {
    const Position position(text, rectangle_);
    const Verdict verdict = search_->decide(live_in(position), pieces_down(position), budget);
    Answer answer{verdict.value, std::nullopt, verdict.nodes};
    if (verdict.placement >= 0) {
        answer.move =
            format_move(placements_[static_cast<std::size_t>(verdict.placement)], rectangle_);
    }
    return answer;
}

MoveValues Solver::values(std::string_view text, const Budget& budget) {
    const Position position(text, rectangle_);
    const std::vector<int> live = live_in(position);
    std::vector<std::vector<int>> children;
    for (const int move : live) {
        const Placement& played = placements_[static_cast<std::size_t>(move)];
        auto& child = children.emplace_back();
        for (const int other : live) {
            const Placement& placement = placements_[static_cast<std::size_t>(other)];
            if (placement.piece != played.piece && (placement.cells & played.cells) == 0) {
                child.push_back(other);
            }
        }
    }
    std::vector<std::size_t> open(live.size());
    std::iota(open.begin(), open.end(), std::size_t{0});
    std::stable_sort(open.begin(), open.end(), [&](std::size_t a, std::size_t b) {
        return children[a].size() < children[b].size();
    });
    MoveValues found{std::vector<Value>(live.size(), Value::unknown), 0};
    const int down = pieces_down(position) + 1;
    for (std::uint64_t share = first_share; !open.empty(); share *= share_growth) {
        std::vector<std::size_t> harder;
        for (const std::size_t index : open) {
            if (is_stopped(budget.stop) || found.nodes >= budget.nodes) {
                return found;
            }
            const std::uint64_t nodes = std::min(share, budget.nodes - found.nodes);
            const Verdict reply = search_->decide(children[index], down, {budget.stop, nodes});
            found.nodes += reply.nodes;
            if (reply.value == Value::unknown) {
                harder.push_back(index);
            } else {
                found.values[index] = reply.value == Value::lost ? Value::won : Value::lost;
            }
        }
        open = std::move(harder);
    }
    return found;
}

}  // namespace fivefold::pentomino
