#include "gomoku/threats.hpp"

#include <algorithm>

namespace fivefold::gomoku {

namespace {

constexpr std::size_t megabyte = std::size_t{1} << 20;

// The longest line of the tree from the board's position. Of replies that last equally long the
// first; where the longest is one that is not named, any legal one.
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

ThreatSolver::ThreatSolver(std::size_t megabytes)
    : fours_(megabytes * megabyte / 4), threats_(megabytes * megabyte * 3 / 4) {}

ForcedWin ThreatSolver::solve(Board& board, Force force, const ForceLimits& limits,
                              const StopFlag& stop) {
    fours_.begin_another();
    Effort effort{&stop, limits.nodes, limits.deadline};
    ForcedWin win = force == Force::fours ? solve_by_fours(board, effort, limits.plies)
                                          : solve_by_threes(board, effort, limits.plies);
    win.nodes = effort.nodes;
    if (win.is_found) {
        win.plies = win.tree.plies();
        win.line = longest_line(board, win.tree);
    }
    return win;
}

ForcedWin ThreatSolver::solve_by_fours(Board& board, Effort& effort, int plies) {
    FourSearch search(board, fours_, effort);
    ForcedWin win;
    const int found = search.shortest(plies);
    if (found > 0) {
        Zone zone;
        win.tree.set_root(search.write(found, &win.tree, zone));
    }
    win.is_found = !win.tree.is_empty();
    win.is_complete = found == FourSearch::no_win;
    return win;
}

ForcedWin ThreatSolver::solve_by_threes(Board& board, Effort& effort, int plies) {
    ForcedWin win = solve_by_threats(board, effort, Attack::threes, plies);
    return win.is_complete ? solve_by_threats(board, effort, Attack::quiet, plies) : win;
}

ForcedWin ThreatSolver::solve_by_threats(Board& board, Effort& effort, Attack attack, int plies) {
    ForcedWin win;
    const std::uint64_t nodes_before = effort.nodes;
    const std::uint64_t most_nodes = effort.most_nodes;
    while (true) {
        ThreatSearch search(board, threats_, fours_, effort, attack, plies);
        const Numbers numbers = search.run();
        if (!numbers.is_won()) {
            win.is_complete = !win.is_found && numbers.is_refuted() && !search.is_incomplete();
            break;
        }
        ProofTree tree = search.write();
        if (tree.is_empty()) {
            break;
        }
        win.is_found = true;
        win.tree = std::move(tree);
        plies = win.tree.plies() - 2;
        effort.most_nodes = std::min(most_nodes, 2 * effort.nodes - nodes_before);
    }
    return win;
}

ForcedWin ThreatSolver::solve(std::string_view position, std::string_view rules, Force force,
                              const ForceLimits& limits, const StopFlag& stop) {
    const Rules read = parse_rules(rules);
    const Position start(position, read);
    if (start.is_over()) {
        ForcedWin none;
        none.is_complete = true;
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
