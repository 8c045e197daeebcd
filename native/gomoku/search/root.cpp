#include "gomoku/search/root.hpp"

#include <algorithm>

namespace fivefold::gomoku {

namespace {

constexpr int min_depth_with_window = 4;
constexpr int first_window = 40;
// A forced move needs only a shallow search.
constexpr int depth_of_only_move = 4;

MoveList moves_to_look_at(const Board& board, bool is_one_enough) {
    const Side side = board.to_move();
    const Side other = opponent(side);
    MoveList moves;
    if (is_one_enough) {
        if (board.count(side, Kind::five) > 0) {
            moves.add(board.find(side, Kind::five));
        } else if (board.count(other, Kind::five) > 0) {
            add_stops_of_five(board, board.find(other, Kind::five), moves);
        } else if (unstoppable_fours(board, side) > 0) {
            const bool is_open = board.count(side, Kind::open_four) > 0;
            moves.add(board.find(side, is_open ? Kind::open_four : Kind::double_four));
        } else if (unstoppable_fours(board, other) > 0) {
            add_replies_to_open_fours(board, moves);
        }
    }
    if (moves.is_empty()) {
        add_candidates(board, moves);
    }
    if (moves.is_empty()) {
        add_all(board, moves);
    }
    return moves;
}

}  // namespace

Root::Root(const Board& board, const Search& search, int lines) : board_(board), lines_(lines) {
    MoveList moves = moves_to_look_at(board, lines == 1);
    search.score_moves(board, moves);
    std::stable_sort(moves.begin(), moves.end(),
                     [](const Move& left, const Move& right) { return left.score > right.score; });
    for (const Move& move : moves) {
        moves_.push_back({.square = move.square, .line = {}});
        moves_.back().line.set(move.square, Variation{});
    }
    if (lines_ == 0 || lines_ > static_cast<int>(moves_.size())) {
        lines_ = static_cast<int>(moves_.size());
    }
}

bool Root::is_settled() const {
    if (lines_ == 1 && moves_.size() == 1) {
        return moves_.front().depth >= depth_of_only_move;
    }
    if (lines_ == 1 && moves_.front().value >= min_sure_win) {
        return true;
    }
    return std::ranges::all_of(moves_, [](const RootMove& move) { return is_sure(move.value); });
}

void Root::settle(int square, int plies, const std::vector<int>& line) {
    const auto found = std::ranges::find(moves_, square, &RootMove::square);
    if (found != moves_.end()) {
        found->settle(sure_win - plies, line);
        std::rotate(moves_.begin(), found, found + 1);
    }
}

void Root::refute_best(int plies, const std::vector<int>& line) {
    RootMove& best = moves_.front();
    std::vector<int> whole{best.square};
    whole.insert(whole.end(), line.begin(), line.end());
    best.settle(-(sure_win - plies - 1), whole);
    std::rotate(moves_.begin(), moves_.begin() + 1, moves_.end());
}

void RootMove::settle(int proven, const std::vector<int>& squares) {
    value = proven;
    depth = std::max(depth, 1);
    is_most = false;
    line.length = std::min(static_cast<int>(squares.size()), max_plies);
    for (int index = 0; index < line.length; ++index) {
        line.squares[index] = static_cast<std::uint16_t>(squares[index]);
    }
}

// The value a move after the first `searched` must exceed to be among the lines.
int Root::bound_to_beat(std::size_t searched) const {
    if (searched < static_cast<std::size_t>(lines_)) {
        return -max_value;
    }
    std::vector<int> values;
    for (std::size_t index = 0; index < searched; ++index) {
        values.push_back(moves_[index].value);
    }
    std::ranges::nth_element(values, values.begin() + lines_ - 1, std::greater<>());
    return values[static_cast<std::size_t>(lines_) - 1];
}

// Best first; moves that are no better or were not searched keep their order.
void Root::order(std::size_t searched) {
    std::stable_sort(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(searched),
                     [](const RootMove& left, const RootMove& right) {
                         return left.is_most != right.is_most
                                    ? right.is_most
                                    : !left.is_most && left.value > right.value;
                     });
}

void Root::search_window(Search& search, int depth, int alpha, int beta, const Budget& budget) {
    std::size_t searched = 0;
    try {
        for (; searched < moves_.size(); ++searched) {
            RootMove& move = moves_[searched];
            const int bound = std::max(alpha, bound_to_beat(searched));
            if (move.depth > 0 && is_sure(move.value)) {
                // Proven values stay.
                move.depth = depth;
                move.is_most = move.value <= bound;
                continue;
            }
            int value = 0;
            const bool is_open = searched < static_cast<std::size_t>(lines_);
            if (!is_open) {
                const int less =
                    depth >= 3 && searched >= 3
                        ? std::clamp(search.reduction_at(depth, static_cast<int>(searched)), 0,
                                     depth - 2)
                        : 0;
                value = search.value_after(board_, move.square, bound, bound + 1, depth - 1 - less,
                                           budget);
                if (value > bound && less > 0) {
                    value = search.value_after(board_, move.square, bound, bound + 1, depth - 1,
                                               budget);
                }
            }
            if (is_open || (value > bound && value < beta)) {
                value = search.value_after(board_, move.square, bound, beta, depth - 1, budget);
            }
            move.value = value;
            move.depth = depth;
            move.is_most = value <= bound;
            if (value > bound) {
                move.line = search.line();
            }
            if (value >= beta) {
                ++searched;
                break;
            }
        }
    } catch (const Stopped&) {
        order(searched);
        throw;
    }
    order(searched);
}

void Root::deepen(Search& search, int depth, const Budget& budget) {
    const int before = moves_.front().value;
    if (lines_ > 1 || depth < min_depth_with_window || std::abs(before) >= min_likely_win) {
        search_window(search, depth, -max_value, max_value, budget);
        return;
    }
    int below = first_window;
    int above = first_window;
    while (true) {
        const int alpha = std::max(before - below, -max_value);
        const int beta = std::min(before + above, max_value);
        search_window(search, depth, alpha, beta, budget);
        const int value = moves_.front().value;
        if (value <= alpha && alpha > -max_value) {
            below *= 4;
        } else if (value >= beta && beta < max_value) {
            above *= 4;
        } else {
            return;
        }
        below = below > 4000 ? 2 * max_value : below;
        above = above > 4000 ? 2 * max_value : above;
    }
}

}  // namespace fivefold::gomoku
