#include "othello/search/searcher.hpp"

#include <algorithm>
#include <chrono>
#include <future>

#include "core/text.hpp"
#include "othello/rules/position.hpp"
#include "othello/search/root.hpp"

namespace fivefold::othello {

namespace {

using Clock = std::chrono::steady_clock;

// A search to the end follows one that is this much shallower, or less if a limit would cut it off.
// The last selectivity levels before the exact one would cost more than they save.
constexpr int jump_to_the_end = 10;
constexpr int last_level_before_exact = 3;
// With fewer empty cells, selective searches first are not worth it.
constexpr int min_for_selectivity = 15;
// A new iteration takes about as long as all earlier ones together: none starts after this share of
// the time. A forced move gets little time.
constexpr double last_beginning = 0.65;
constexpr double last_beginning_of_forced = 0.02;
// Below this depth an iteration ends before the helper threads have started.
constexpr int min_shared_depth = 9;

Board<8> checked_board(std::string_view text) {
    const Position position = parse_position(text);
    if (position.size != 8) {
        const std::string side = std::to_string(position.size);
        throw InvalidText("This engine plays on 8x8, not on " + side + "x" + side + ".");
    }
    return position.board<8>();
}

// The measured nodes of the most selective search to the end: they double every two empty cells.
std::uint64_t nodes_to_the_end(int empties) {
    return std::uint64_t{400} << empties / 2;
}

Report finished() {
    Report report;
    report.exact = true;
    return report;
}

}  // namespace

struct Searcher::Question {
    Root root;
    Aim aim;
    Limits limits;
    Budget budget;
    Clock::time_point begin = Clock::now();
    // From the last completed iteration.
    int depth = 0;
    int level = unselective;

    bool is_exact() const { return depth == root.empties() && level == unselective; }

    bool is_late() const {
        if (!limits.seconds) {
            return false;
        }
        const bool forced = aim == Aim::best && root.moves().size() == 1;
        const std::chrono::duration<double> gone = Clock::now() - begin;
        return gone.count() >
               *limits.seconds * (forced ? last_beginning_of_forced : last_beginning);
    }

    // The approximate number of nodes the limits still allow.
    std::uint64_t nodes_left(std::uint64_t nodes) const {
        std::uint64_t left = budget.nodes - std::min(budget.nodes, nodes);
        if (limits.seconds) {
            const double gone = std::chrono::duration<double>(Clock::now() - begin).count();
            const double by_clock =
                static_cast<double>(nodes) / std::max(gone, 1e-3) * (*limits.seconds - gone);
            left = std::min(left, static_cast<std::uint64_t>(std::max(by_clock, 0.0)));
        }
        return left;
    }

    void search(Root& view, Search& search, int to_depth, int to_level,
                const Budget& allowed) const {
        switch (aim) {
            case Aim::best:
                view.find_best(search, to_depth, to_level, allowed);
                break;
            case Aim::every:
                view.find_every(search, to_depth, to_level, allowed);
                break;
            case Aim::winner:
                view.find_winner(search, to_depth, to_level, allowed);
                break;
        }
    }
};

Searcher::Searcher(std::shared_ptr<const Weights> weights, std::size_t megabytes, int threads,
                   Kernel kernel)
    : memory_(std::make_shared<TableMemory>(megabytes)) {
    for (int thread = 0; thread < threads; ++thread) {
        searches_.push_back(make_search(memory_, weights, kernel));
        searches_.back()->vary(thread);
    }
}

// Helper threads search the same position and fill the table (lazy SMP); the first thread's result
// counts.
void Searcher::iterate(Question& question, int depth, int level) {
    StopFlag finished{false};
    std::vector<std::future<void>> helpers;
    const Budget until_finished{finished, ~std::uint64_t{0}};
    if (depth >= min_shared_depth) {
        for (std::size_t thread = 1; thread < searches_.size(); ++thread) {
            helpers.push_back(
                std::async(std::launch::async, [&, thread, view = question.root]() mutable {
                    const int further = depth < view.empties() ? static_cast<int>(thread % 2) : 0;
                    try {
                        question.search(view, *searches_[thread], depth + further, level,
                                        until_finished);
                    } catch (const Stopped&) {
                    }
                }));
        }
    }
    const auto end_helpers = [&] {
        finished = true;
        for (std::future<void>& helper : helpers) {
            helper.wait();
        }
    };
    try {
        question.search(question.root, *searches_.front(), depth, level, question.budget);
    } catch (...) {
        end_helpers();
        throw;
    }
    end_helpers();
    question.depth = depth;
    question.level = level;
    publish(report(question));
}

Report Searcher::report(const Question& question) const {
    Report result;
    for (const auto& search : searches_) {
        result.nodes += search->nodes();
    }
    result.depth = question.depth;
    result.percent = percent_of_level[question.level];
    result.exact = question.is_exact();
    std::vector<RootMove> moves = question.root.moves();
    if (question.aim == Aim::every) {
        // A stopped search has left the moves in the order of the previous iteration.
        std::stable_sort(
            moves.begin(), moves.end(),
            [](const RootMove& left, const RootMove& right) { return left.score > right.score; });
    } else {
        moves.resize(1);
    }
    for (const RootMove& move : moves) {
        const bool exact =
            move.depth == question.root.empties() && move.level == unselective && !move.is_least;
        double score = static_cast<double>(move.score) / disc;
        if (question.aim == Aim::winner) {
            score = move.score > 0 ? 1 : move.score < 0 ? -1 : 0;
        }
        result.lines.push_back({format_move(move.cell, 8), score, move.depth,
                                percent_of_level[move.level], exact,
                                Root::known_line(*searches_.front(), move)});
    }
    return result;
}

void Searcher::publish(Report found) {
    const std::lock_guard held(progress_lock_);
    progress_ = std::move(found);
}

Report Searcher::answer(Question& question) {
    memory_->start_new_search();
    for (const auto& search : searches_) {
        search->start();
    }
    Root& root = question.root;
    root.order_statically(*searches_.front());
    publish(report(question));
    const int deepest = std::min(question.limits.depth.value_or(60), root.empties());
    try {
        int depth = 1;
        // Iterative deepening, then to the end, then with rising confidence.
        while (depth <= deepest && !question.is_late()) {
            const bool is_near = depth > root.empties() - jump_to_the_end;
            if (deepest == root.empties() && is_near &&
                (depth == deepest ||
                 nodes_to_the_end(deepest) < question.nodes_left(searches_.front()->nodes()) / 2)) {
                break;
            }
            iterate(question, depth++, midgame_level);
        }
        int level = root.empties() < min_for_selectivity ? unselective : first_level_to_the_end;
        while (deepest == root.empties() && !question.is_exact() && !question.is_late()) {
            iterate(question, deepest, level);
            level = level < last_level_before_exact ? level + 1 : unselective;
        }
        if (question.is_exact()) {
            Report whole = report(question);
            for (std::size_t index = 0; index < whole.lines.size(); ++index) {
                whole.lines[index].pv =
                    Root::whole_line(*searches_.front(), root.moves()[index],
                                     question.aim == Aim::winner, question.budget);
            }
            publish(whole);
            return whole;
        }
    } catch (const Stopped&) {
    }
    publish(report(question));
    return report(question);
}

Report Searcher::search(std::string_view position, const Limits& limits, bool every_move,
                        const StopFlag& stop) {
    const Board<8> board = checked_board(position);
    if (is_over(board)) {
        return finished();
    }
    Question question{Root(board),
                      every_move ? Aim::every : Aim::best,
                      limits,
                      {stop, limits.nodes.value_or(~std::uint64_t{0})}};
    return answer(question);
}

Report Searcher::solve(std::string_view position, const Limits& limits, bool win_only,
                       const StopFlag& stop) {
    const Board<8> board = checked_board(position);
    if (is_over(board)) {
        return finished();
    }
    Question question{Root(board),
                      win_only ? Aim::winner : Aim::best,
                      {limits.seconds, std::nullopt, limits.nodes},
                      {stop, limits.nodes.value_or(~std::uint64_t{0})}};
    return answer(question);
}

double Searcher::evaluate(std::string_view position) {
    const Board<8> board = checked_board(position);
    const int parts = is_over(board) ? final_score_of(board)
                                     : searches_.front()->evaluate(board.own, board.other);
    return static_cast<double>(parts) / disc;
}

std::optional<Report> Searcher::progress() const {
    const std::lock_guard held(progress_lock_);
    return progress_;
}

void Searcher::forget() {
    memory_->forget();
    for (const auto& search : searches_) {
        search->forget();
    }
}

}  // namespace fivefold::othello
