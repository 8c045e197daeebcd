#include "gomoku/proof/forced_win.hpp"

#include <algorithm>

namespace fivefold::gomoku {

namespace {

constexpr std::size_t megabyte = std::size_t{1} << 20;

// The longest line of the tree from the board's position. Ties go to the first reply; where the
// unnamed replies last longest, any legal one is played.
std::vector<int> longest_line(Board board, const ProofTree& tree) {
    std::vector<int> line;
    for (int number = tree.root(); number != ProofTree::nothing;) {
        const ProofTree::Node& here = tree.node(number);
        line.push_back(here.move);
        board.place(here.move);
        if (board.winner()) {
            break;
        }
        int reply = no_square;
        number = here.otherwise;
        for (const auto& [named, answer] : here.replies) {
            if (2 + tree.node(answer).plies == here.plies &&
                !board.is_forbidden(board.to_move(), named)) {
                reply = named;
                number = answer;
                break;
            }
        }
        for (int row = board.first_array_row(); reply == no_square; ++row) {
            for (std::uint32_t left = board.empty_squares(row); left != 0; left &= left - 1) {
                const int square = row * row_length + std::countr_zero(left);
                const auto is_it = [square](const auto& named) { return named.first == square; };
                if (std::ranges::none_of(here.replies, is_it) &&
                    !board.is_forbidden(board.to_move(), square)) {
                    reply = square;
                    break;
                }
            }
        }
        line.push_back(reply);
        board.place(reply);
    }
    return line;
}

}  // namespace

ForcedWinSolver::ForcedWinSolver(std::size_t megabytes)
    : fours_(megabytes * megabyte / 4), threats_(megabytes * megabyte * 3 / 4) {}

ForcedWin ForcedWinSolver::solve(Board& board, Force force, const ForceLimits& limits,
                                 const StopFlag& stop) {
    fours_.begin_another();
    SearchEffort effort{&stop, limits.nodes, limits.deadline};
    ForcedWin win = force == Force::fours ? solve_by_fours(board, effort, limits.plies)
                                          : solve_by_threes(board, effort, limits);
    win.nodes = effort.nodes;
    if (win.is_found) {
        win.plies = win.tree.plies();
        win.line = longest_line(board, win.tree);
    }
    return win;
}

ForcedWin ForcedWinSolver::solve_by_fours(Board& board, SearchEffort& effort, int plies) {
    VcfSearch search(board, fours_, effort);
    ForcedWin win;
    const int found = search.shortest(plies);
    if (found > 0) {
        Zone zone;
        win.tree.set_root(search.write(found, &win.tree, zone));
    }
    win.is_found = !win.tree.is_empty();
    win.is_complete = found == VcfSearch::no_win;
    win.is_exhausted = win.is_complete;
    return win;
}

ForcedWin ForcedWinSolver::solve_by_threes(Board& board, SearchEffort& effort,
                                           const ForceLimits& limits) {
    ForcedWin win = solve_by_threats(board, effort, Attack::threes, limits.plies);
    if (win.is_exhausted) {
        win = solve_by_threats(board, effort, Attack::quiet, limits.plies);
    }
    if (win.is_exhausted && limits.proves_none) {
        win = solve_by_threats(board, effort, Attack::every_threat, limits.plies);
        win.is_complete = win.is_exhausted;
    }
    return win;
}

ForcedWin ForcedWinSolver::solve_by_threats(Board& board, SearchEffort& effort, Attack attack,
                                            int plies) {
    ForcedWin win;
    const std::uint64_t nodes_before = effort.nodes;
    const std::uint64_t max_nodes = effort.max_nodes;
    while (true) {
        VctSearch search(board, threats_, fours_, effort, attack, plies);
        const ProofNumbers numbers = search.run();
        if (!numbers.is_won()) {
            win.is_exhausted = !win.is_found && numbers.is_refuted() && !search.is_incomplete();
            break;
        }
        ProofTree tree = search.write();
        if (tree.is_empty()) {
            break;
        }
        win.is_found = true;
        win.tree = std::move(tree);
        plies = win.tree.plies() - 2;
        effort.max_nodes = std::min(max_nodes, 2 * effort.nodes - nodes_before);
    }
    return win;
}

ForcedWin ForcedWinSolver::solve(std::string_view position, std::string_view rules, Force force,
                                 const ForceLimits& limits, const StopFlag& stop) {
    const Rules read = parse_rules(rules);
    const Position start(position, read);
    if (start.is_over()) {
        ForcedWin none;
        none.is_complete = true;
        none.is_exhausted = true;
        return none;
    }
    Board board(start, read);
    ForcedWin win = solve(board, force, limits, stop);
    const auto to_cell = [&board](int square) { return cell_of_square(square, board.size()); };
    win.tree.rename(to_cell);
    std::ranges::transform(win.line, win.line.begin(), to_cell);
    return win;
}

}  // namespace fivefold::gomoku
