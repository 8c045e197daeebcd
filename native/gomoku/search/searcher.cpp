#include "gomoku/search/searcher.hpp"

#include <algorithm>
#include <future>

#include "core/text.hpp"
#include "gomoku/rules/position.hpp"

namespace fivefold::gomoku {

namespace {

constexpr int deepest = 99;
// From this depth on, a share of the nodes goes into forced wins between iterations.
constexpr int min_depth_for_force = 3;
constexpr int min_depth_for_refutation = 5;
constexpr std::uint64_t min_for_force = 200;

// The expected moves, with the obvious end of a forced win appended.
std::vector<std::string> written_line(Board board, const RootMove& move) {
    std::vector<std::string> moves;
    const auto add = [&](int square) {
        board.place(square);
        moves.push_back(format_move(cell_of_square(square, board.size()), board.size()));
    };
    for (int index = 0; index < move.line.length; ++index) {
        const int square = move.line.squares[static_cast<std::size_t>(index)];
        if (board.winner() || !board.is_empty(square) ||
            board.is_forbidden(board.to_move(), square)) {
            return moves;
        }
        add(square);
    }
    while (is_sure(move.value) && !board.winner()) {
        const Side side = board.to_move();
        const Side other = opponent(side);
        MoveList next;
        if (board.count(side, Kind::five) > 0) {
            next.add(board.find(side, Kind::five));
        } else if (board.count(other, Kind::five) > 0) {
            add_stops_of_five(board, board.find(other, Kind::five), next);
        } else if (board.count(side, Kind::open_four) > 0) {
            next.add(board.find(side, Kind::open_four));
        } else if (unstoppable_fours(board, side) > 0) {
            next.add(board.find(side, Kind::double_four));
        }
        if (next.is_empty()) {
            break;
        }
        add(next[0].square);
    }
    return moves;
}

}  // namespace

Searcher::Searcher(std::shared_ptr<const Weights> weights, std::size_t megabytes, int threads,
                   const Settings& settings)
    : weights_(std::move(weights)),
      table_(std::make_shared<Table>(std::max<std::size_t>(megabytes - megabytes / 8, 1))),
      forced_wins_(std::max<std::size_t>(megabytes / 8, 1)),
      settings_(settings) {
    for (int thread = 0; thread < threads; ++thread) {
        searches_.push_back(std::make_unique<Search>(table_, weights_, settings));
    }
}

Searcher::Searcher(std::span<const std::byte> weights, std::size_t megabytes, int threads)
    : Searcher(weights.empty() ? Weights::by_hand() : Weights::read(weights), megabytes, threads) {}

Report Searcher::report(const Root& root) const {
    Report result;
    result.nodes = forced_win_nodes_;
    for (const auto& search : searches_) {
        result.nodes += search->nodes();
        result.selective_depth = std::max(result.selective_depth, search->selective_depth());
    }
    result.depth = root.moves().front().depth;
    const int size = root.board().size();
    for (int index = 0; index < root.line_count(); ++index) {
        const RootMove& move = root.moves()[static_cast<std::size_t>(index)];
        std::optional<int> wins_in;
        if (move.depth > 0 && is_sure(move.value)) {
            wins_in = move.value > 0 ? sure_win - move.value : -(sure_win + move.value);
        }
        result.lines.push_back({format_move(cell_of_square(move.square, size), size), move.value,
                                wins_in, move.depth, written_line(root.board(), move)});
    }
    return result;
}

void Searcher::publish(Report found) {
    const std::lock_guard held(progress_lock_);
    progress_ = std::move(found);
}

// Looks for a win by threats beyond the horizon of the search, with a share of the nodes searched
// so far; nullopt if that share is too small.
std::optional<ForcedWin> Searcher::forced_win_in(Board& board, Budget& budget, int part) {
    const std::uint64_t entered = searches_.front()->nodes();
    const std::uint64_t left = budget.nodes - std::min(budget.nodes, entered + 1);
    if (part == 0 || left < min_for_force) {
        return std::nullopt;
    }
    const std::uint64_t wanted = std::max(entered / static_cast<unsigned>(part), min_for_force);
    ForcedWin win = forced_wins_.solve(
        board, Force::threes, {.nodes = std::min(wanted, left), .deadline = budget.deadline},
        budget.stop);
    forced_win_nodes_ += win.nodes;
    budget.nodes -= win.nodes;
    return win;
}

// Returns whether a forced win was found.
bool Searcher::find_forced_win(Root& root, Budget& budget) {
    if (has_no_forced_win_) {
        return false;
    }
    const std::optional<ForcedWin> win =
        forced_win_in(root.board(), budget, settings_.forced_win_part);
    if (!win) {
        return false;
    }
    has_no_forced_win_ = win->is_exhausted;
    if (win->is_found) {
        root.settle(win->line.front(), win->plies, win->line);
    }
    return win->is_found;
}

// Returns whether the opponent has a forced win after the best move.
bool Searcher::find_refutation(Root& root, Budget& budget) {
    const RootMove& best = root.moves().front();
    if (root.moves().size() == 1 || best.square == unrefuted_ || is_sure(best.value)) {
        return false;
    }
    root.board().place(best.square);
    const std::optional<ForcedWin> win =
        forced_win_in(root.board(), budget, settings_.refutation_part);
    root.board().take_back();
    if (!win) {
        return false;
    }
    unrefuted_ = win->is_exhausted ? best.square : unrefuted_;
    if (win->is_found) {
        root.refute_best(win->plies, win->line);
    }
    return win->is_found;
}

// Helper threads search the same position and fill the table (lazy SMP); the first thread's result
// counts.
void Searcher::deepen(Root& root, int max_depth, TimeManager& timer, Budget budget) {
    StopFlag finished{false};
    std::vector<std::future<void>> helpers;
    const Budget until_finished{finished, ~std::uint64_t{0}, std::nullopt};
    for (std::size_t thread = 1; thread < searches_.size(); ++thread) {
        helpers.push_back(std::async(std::launch::async, [&, thread, view = root]() mutable {
            try {
                for (int depth = 1 + static_cast<int>(thread % 2); depth <= deepest; ++depth) {
                    view.deepen(*searches_[thread], depth, until_finished);
                }
            } catch (const Stopped&) {
            }
        }));
    }
    try {
        for (int depth = 1; depth <= max_depth; ++depth) {
            if (root.is_settled() || !timer.has_time_at(TimeManager::Clock::now())) {
                break;
            }
            budget.deadline = timer.deadline();
            const auto can_spare = [&timer] {
                return timer.has_time_to_spare_at(TimeManager::Clock::now());
            };
            if (depth >= min_depth_for_force && can_spare() && find_forced_win(root, budget)) {
                publish(report(root));
                continue;
            }
            root.deepen(*searches_.front(), depth, budget);
            publish(report(root));
            // The other moves had only null-window searches while the refuted one was best.
            while (depth >= min_depth_for_refutation && can_spare() &&
                   find_refutation(root, budget)) {
                root.deepen(*searches_.front(), depth, budget);
                publish(report(root));
            }
            timer.record(root.moves().front().square, root.moves().front().value,
                         TimeManager::Clock::now());
        }
    } catch (const Stopped&) {
    }
    finished = true;
    for (std::future<void>& helper : helpers) {
        helper.wait();
    }
}

Report Searcher::search(std::string_view position, std::string_view rules, const Limits& limits,
                        int lines, const StopFlag& stop) {
    TimeManager timer({limits.seconds, limits.longest}, TimeManager::Clock::now());
    const Rules parsed = parse_rules(rules);
    const Position start(position, parsed);
    if (start.is_over()) {
        publish({});
        return {};
    }
    table_->start_new_search();
    forced_win_nodes_ = 0;
    has_no_forced_win_ = false;
    unrefuted_ = no_square;
    for (const auto& search : searches_) {
        search->start();
    }
    Root root(Board(start, parsed, weights_->values), *searches_.front(), lines);
    publish(report(root));
    deepen(root, std::min(limits.depth.value_or(deepest), deepest), timer,
           {stop, limits.nodes.value_or(~std::uint64_t{0}), std::nullopt});
    Report found = report(root);
    publish(found);
    return found;
}

std::optional<Report> Searcher::progress() const {
    const std::lock_guard held(progress_lock_);
    return progress_;
}

void Searcher::forget() {
    table_->forget();
    for (const auto& search : searches_) {
        search->forget();
    }
}

}  // namespace fivefold::gomoku
